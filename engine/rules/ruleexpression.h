// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"

namespace viaduct {

// What a condition may ask about an item. `Unmodelled`: KiCad knows the property, our boards do not carry it.
enum class RuleProperty : std::uint8_t {
    NetClass,
    NetName,
    Net,
    Type,
    ComponentClass,
    Layer,
    LayerTop,
    LayerBottom,
    Width,
    Diameter,
    Hole,
    ViaType,
    PadType,
    PadShape,
    PadNumber,
    HoleSizeX,
    HoleSizeY,
    Name,
    Priority,
    Parent,
    Locked,
    StartX,
    StartY,
    EndX,
    EndY,
    PositionX,
    PositionY,
    Orientation,
    FabricationProperty,
    HoleShape,
    MaskMargin,
    OwnClearance,
    PadToDieLength,
    PadZoneConnection,
    ThermalGap,
    SpokeWidth,
    ZoneClearance,
    MinimumWidth,
    ZonePadConnections,
    FillMode,
    IslandRemoval,
    FootprintOnly, // properties of footprints: undefined on everything that copper rules look at
    Unmodelled,
    Unknown, // no such property: undefined
};

enum class RuleFunction : std::uint8_t {
    ExistsOnLayer,
    IsPlated,
    IntersectsCourtyard,
    IntersectsFrontCourtyard,
    IntersectsBackCourtyard,
    IntersectsArea,
    EnclosedByArea,
    IsMicroVia,
    IsBlindBuriedVia,
    MemberOfFootprint,
    IsCoupledDiffPair,
    InDiffPair,
    HasNetclass,
    HasExactNetclass,
    GetField,
    MemberOfGroup,
    MemberOfSheet,
    MemberOfSheetOrChildren,
    HasComponentClass,
    Unmodelled, // fromTo
    Unknown,    // no such function: undefined
};

// A condition of a .kicad_dru rule, parsed as KiCad 9 parses it: "||" binds tighter than "&&", "!" tighter than "=="; an unknown name is
// undefined and a number without a unit is in nanometres, with a remark (KiCad 10 drops such rules). Lengths are nanometres as doubles.
class RuleExpression final {
public:
    enum class Kind : std::uint8_t {
        Number,
        String,
        Null,
        Item,
        LayerOfTest,
        Property,
        Function,
        Not,
        And,
        Or,
        Equal,
        NotEqual,
        Less,
        LessEqual,
        Greater,
        GreaterEqual,
        Add,
        Subtract,
        Multiply,
        Divide
    };
    struct Node final {
        Kind kind{Kind::Number};
        std::uint8_t item{0}; // 0: A, 1: B
        RuleProperty property{};
        RuleFunction function{};
        bool isWildcard{false};
        double number{0};
        std::string text{}; // string literal, function argument
        std::string name{}; // of a property or function, in lower case
        int left{-1}, right{-1};
        int column{0}; // where it stands in the text, from 1
    };
    struct Remark final {
        std::string code; // "unknown_property", "unknown_function", "missing_unit", "missing_argument", "deprecated_function"
        std::string text;
        int column{0};
    };

    // Error text says what is wrong, with the column counted from 1 in `text`, which `errorColumn` gets too.
    [[nodiscard]] static Result<RuleExpression> parse(std::string_view text, int* errorColumn = nullptr);
    // A length as rules state it ("0.2mm", "8mil", "1mm + 5mil"), in nanometres; a plain number when `isUnitless`.
    [[nodiscard]] static Result<double> parseValue(std::string_view text, bool isUnitless);

    [[nodiscard]] bool isEmpty() const noexcept { return m_root < 0; } // no condition: always true
    [[nodiscard]] int root() const noexcept { return m_root; }
    [[nodiscard]] const Node& node(int index) const { return m_nodes[static_cast<std::size_t>(index)]; }
    [[nodiscard]] const std::vector<Node>& nodes() const noexcept { return m_nodes; }
    // Names in the condition that our boards cannot answer, for the list of rules that are not fully applied.
    [[nodiscard]] const std::vector<std::string>& unmodelled() const noexcept { return m_unmodelled; }
    // What KiCad's rule editor would mark as wrong though its DRC goes on.
    [[nodiscard]] const std::vector<Remark>& remarks() const noexcept { return m_remarks; }

private:
    friend class RuleExpressionParser;
    std::vector<Node> m_nodes;
    std::vector<std::string> m_unmodelled;
    std::vector<Remark> m_remarks;
    int m_root{-1};
};

} // namespace viaduct
