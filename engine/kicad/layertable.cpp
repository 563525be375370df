// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kicad/layertable.h"

#include <algorithm>
#include <array>
#include <utility>

#include "engine/kicad/filenumber.h"

namespace viaduct {

namespace {

struct TechName {
    std::string_view name;
    TechLayer layer;
};
// Long names were written by development versions between KiCad 5 and 6.
constexpr std::array kTechNames{
    TechName{"F.SilkS", TechLayer::FrontSilk},      TechName{"F.Silkscreen", TechLayer::FrontSilk},
    TechName{"B.SilkS", TechLayer::BackSilk},       TechName{"B.Silkscreen", TechLayer::BackSilk},
    TechName{"F.Mask", TechLayer::FrontMask},       TechName{"B.Mask", TechLayer::BackMask},
    TechName{"F.Paste", TechLayer::FrontPaste},     TechName{"B.Paste", TechLayer::BackPaste},
    TechName{"F.Fab", TechLayer::FrontFab},         TechName{"B.Fab", TechLayer::BackFab},
    TechName{"F.CrtYd", TechLayer::FrontCourtyard}, TechName{"F.Courtyard", TechLayer::FrontCourtyard},
    TechName{"B.CrtYd", TechLayer::BackCourtyard},  TechName{"B.Courtyard", TechLayer::BackCourtyard},
    TechName{"Edge.Cuts", TechLayer::EdgeCuts},     TechName{"Margin", TechLayer::Margin},
    TechName{"Cmts.User", TechLayer::Comments},     TechName{"User.Comments", TechLayer::Comments},
    TechName{"Dwgs.User", TechLayer::Drawings},     TechName{"User.Drawings", TechLayer::Drawings},
    TechName{"Eco1.User", TechLayer::Other},        TechName{"Eco2.User", TechLayer::Other},
    TechName{"User.Eco1", TechLayer::Other},        TechName{"User.Eco2", TechLayer::Other},
    TechName{"F.Adhes", TechLayer::Other},          TechName{"B.Adhes", TechLayer::Other},
    TechName{"F.Adhesive", TechLayer::Other},       TechName{"B.Adhesive", TechLayer::Other},
    TechName{"Rescue", TechLayer::Other},
};

std::optional<TechLayer> techNamed(std::string_view name) {
    for (const TechName& tech : kTechNames)
        if (tech.name == name) return tech.layer;
    if (name.substr(0, 5) == "User.") return TechLayer::Other;
    return std::nullopt;
}

bool isCopperType(std::string_view type) { return type == "signal" || type == "power" || type == "mixed" || type == "jumper"; }

// 1 for "In1.Cu"; 0 for any other name.
int innerNumber(std::string_view name) {
    if (name.size() < 6 || name.substr(0, 2) != "In" || name.substr(name.size() - 3) != ".Cu") return 0;
    const auto number = parseInteger(name.substr(2, name.size() - 5));
    return number && *number > 0 && *number <= 62 ? static_cast<int>(*number) : 0;
}

} // namespace

LayerTable::LayerTable() : LayerTable(std::vector<Row>{{"F.Cu", "signal", ""}, {"B.Cu", "signal", ""}}) {}

LayerTable::LayerTable(const std::vector<Row>& rows) {
    std::size_t copperCount = 0;
    while (copperCount < rows.size() && isCopperType(rows[copperCount].type) && !techNamed(rows[copperCount].name) && copperCount < 32) ++copperCount;
    std::vector<Row> copperRows(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(copperCount));
    if (copperCount > 3 && std::all_of(copperRows.begin() + 1, copperRows.end() - 1, [](const Row& row) { return innerNumber(row.name) > 0; }))
        std::stable_sort(copperRows.begin() + 1, copperRows.end() - 1, [](const Row& a, const Row& b) { return innerNumber(a.name) < innerNumber(b.name); });
    // KiCad itself knows no board without a front and a back.
    if (copperRows.empty()) copperRows = {{"F.Cu", "signal", ""}, {"B.Cu", "signal", ""}};
    if (copperRows.size() == 1) copperRows.push_back({copperRows[0].name == "B.Cu" ? "F.Cu" : "B.Cu", "signal", ""});
    std::vector<CopperLayer> layers;
    for (std::size_t i = 0; i < copperRows.size(); ++i) {
        const LayerId id(static_cast<std::int32_t>(i));
        layers.push_back({copperRows[i].name, copperRows[i].userName == copperRows[i].name ? std::string() : copperRows[i].userName});
        m_byName.emplace(copperRows[i].name, id);
    }
    // Footprints in a file with free copper names may still say F.Cu.
    const LayerId back(static_cast<std::int32_t>(layers.size()) - 1);
    m_byName.emplace("F.Cu", LayerId(0));
    m_byName.emplace("B.Cu", back);
    const bool hasCanonicalInner = layers.size() > 2 && innerNumber(layers[1].name) > 0;
    if (!hasCanonicalInner)
        for (std::int32_t i = 1; i < back.value(); ++i) m_byName.emplace("In" + std::to_string(i) + ".Cu", LayerId(i));
    for (std::size_t i = copperCount; i < rows.size(); ++i)
        if (!m_byName.contains(rows[i].name)) m_byName.emplace(rows[i].name, techNamed(rows[i].name).value_or(TechLayer::Other));
    for (const TechName& tech : kTechNames) m_byName.emplace(std::string(tech.name), tech.layer);
    m_stack = LayerStack(std::move(layers));
}

std::optional<LayerTable::Layer> LayerTable::find(std::string_view name) const {
    if (const auto found = m_byName.find(name); found != m_byName.end()) return found->second;
    if (const auto tech = techNamed(name)) return Layer(*tech);
    return std::nullopt;
}

LayerId LayerTable::copper(std::string_view name) const {
    const auto layer = find(name);
    return layer && std::holds_alternative<LayerId>(*layer) ? std::get<LayerId>(*layer) : LayerId::none();
}

bool LayerTable::isDisabledCopper(std::string_view name) const { return innerNumber(name) > 0 && !find(name); }

bool LayerTable::addTo(Set& set, std::string_view word) const {
    if (word == "*.Cu") {
        set.copper = m_stack.all();
        return true;
    }
    if (word == "F&B.Cu" || word == "*In.Cu") {
        const LayerSet ends = LayerSet::of(m_stack.front()) | LayerSet::of(m_stack.back());
        set.copper = set.copper | (word == "F&B.Cu" ? ends : LayerSet(m_stack.all().bits() & ~ends.bits()));
        return true;
    }
    if (word.substr(0, 2) == "*.") {
        bool isKnown = false;
        for (const char* side : {"F.", "B."})
            if (const auto tech = techNamed(std::string(side).append(word.substr(2)))) set.tech.insert(*tech), isKnown = true;
        return isKnown;
    }
    const auto layer = find(word);
    if (!layer) return innerNumber(word) > 0; // an inner layer this board lacks: known, and nothing to add
    if (std::holds_alternative<LayerId>(*layer))
        set.copper.insert(std::get<LayerId>(*layer));
    else
        set.tech.insert(std::get<TechLayer>(*layer));
    return true;
}

} // namespace viaduct
