// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kicad/padfaults.h"

#include <cmath>

#include "engine/geometry/distance.h"
#include "engine/geometry/polygonops.h"

namespace viaduct {

namespace {

constexpr Nanometres kChordError(5000); // KiCad's default for both outlines
constexpr Nanometres kLeastDrill(4);    // KiCad makes no polygon of a smaller one
constexpr const char* kQuestionable = "padstack";
constexpr const char* kInvalid = "padstack_invalid";

class PadFaults final {
public:
    PadFaults(const Pad& pad, const StatedPad& stated, const LayerStack& stack) : m_pad(pad), m_stated(stated) {
        m_isFront = stated.layers.copper.contains(stack.front());
        m_isBack = stated.layers.copper.contains(stack.back());
    }

    std::vector<FileFault> find() {
        judgeShape();
        judgeUse();
        if (m_pad.kind == PadKind::ThroughHole || m_pad.kind == PadKind::NonPlatedHole) {
            if (m_stated.drillWidth <= Nanometres() || (m_stated.isOvalDrill && m_stated.drillHeight <= Nanometres())) say("through_hole_pad_without_hole", "");
        } else {
            judgeSurfacePad();
        }
        return std::move(m_faults);
    }

private:
    void say(const char* type, const char* text) { m_faults.push_back({type, text, m_pad.id, {}, {}, m_pad.position}); }

    void judgeShape() {
        if (!m_stated.layers.copper.isEmpty() && m_stated.drillWidth > Nanometres()) judgeHole();
        if (m_pad.clearance && *m_pad.clearance < Nanometres()) say(kQuestionable, "(negative local clearance values have no effect)");
        const Nanometres margin = m_pad.maskMargin.value_or(Nanometres());
        if (m_stated.shape != "custom" && (-margin > m_stated.width || -margin > m_stated.height))
            say(kQuestionable, "(negative solder mask clearance is larger than pad; no solder mask will be generated)");
        const auto pasteOf = [&](Nanometres size) {
            return size + m_stated.pasteMargin + Nanometres(std::llround(static_cast<double>(size.value()) * m_stated.pasteRatio));
        };
        const Box box = boxOf(m_pad.shapes);
        const bool isCustom = m_stated.shape == "custom";
        if (pasteOf(isCustom ? box.width() : m_stated.width) <= Nanometres() || pasteOf(isCustom ? box.height() : m_stated.height) <= Nanometres())
            say(kQuestionable, "(negative solder paste margin is larger than pad; no solder paste mask will be generated)");
        const auto isLarger = [](Nanometres delta, Nanometres side) { return delta > side || -delta > side; };
        if (m_stated.shape == "trapezoid" && (isLarger(m_stated.deltaX, m_stated.height) || isLarger(m_stated.deltaY, m_stated.width)))
            say(kInvalid, "(trapezoid delta is too large)");
        if (isCustom && polygonsOf(united(copperOf(m_stated.unplaced))).size() > 1) say(kInvalid, "(custom pad shape must resolve to a single polygon)");
    }

    [[nodiscard]] static Region copperOf(const ShapeList& shapes) {
        Region region;
        for (const Shape& shape : shapes) region.append(regionOf(toPolygon(shape, kChordError, false)));
        return region;
    }

    void judgeHole() {
        if (m_stated.drillWidth <= kLeastDrill || m_stated.drillHeight <= kLeastDrill) say(kInvalid, "(PTH pad hole size must be larger than 0 mm)");
        const Region region = united(copperOf(m_pad.shapes));
        if (m_pad.kind == PadKind::ThroughHole) {
            if (m_pad.hole && subtracted(region, regionOf(toPolygon(*m_pad.hole, kChordError, true))).isEmpty())
                say(kQuestionable, "(PTH pad hole leaves no copper)");
            return;
        }
        for (const PolygonWithHoles& polygon : polygonsOf(region))
            if (contains(polygon, m_pad.position)) return;
        say(kQuestionable, "(pad hole not inside pad shape)");
    }

    void judgeUse() {
        const bool isBare = m_pad.kind == PadKind::NonPlatedHole, isPlated = m_pad.kind == PadKind::ThroughHole;
        if (!m_isFront && !m_isBack && !isBare && m_stated.drillWidth > Nanometres())
            say(kQuestionable, "(plated through holes normally have a copper pad on at least one outer layer)");
        switch (m_pad.property) {
        case PadProperty::None: return;
        case PadProperty::FiducialGlobal:
        case PadProperty::FiducialLocal:
            if (isBare) say(kQuestionable, "('fiducial' property makes no sense on NPTH pads)");
            return;
        case PadProperty::Testpoint:
            if (isBare) say(kQuestionable, "('testpoint' property makes no sense on NPTH pads)");
            return;
        case PadProperty::Heatsink:
            if (isBare) say(kQuestionable, "('heatsink' property makes no sense of NPTH pads)");
            return;
        case PadProperty::Castellated:
            if (!isPlated) say(kQuestionable, "('castellated' property is for PTH pads)");
            return;
        case PadProperty::Bga:
            if (m_pad.kind != PadKind::Smd) say(kQuestionable, "('BGA' property is for SMD pads)");
            return;
        case PadProperty::Mechanical:
            if (!isPlated) say(kQuestionable, "('mechanical' property is for PTH pads)");
            return;
        }
    }

    void judgeSurfacePad() {
        const TechSet& tech = m_stated.layers.tech;
        if (m_pad.kind == PadKind::EdgeConnector && (tech.contains(TechLayer::FrontPaste) || tech.contains(TechLayer::BackPaste)))
            say(kQuestionable, "(connector pads normally have no solder paste; use a SMD pad instead)");
        if (m_stated.drillWidth > Nanometres() || m_stated.drillHeight > Nanometres()) say(kInvalid, "(SMD pad has a hole)");
        if (m_isFront && m_isBack)
            say(kQuestionable, "(SMD pad has copper on both sides of the board)");
        else if (m_isFront || m_isBack) {
            if (tech.contains(m_isFront ? TechLayer::BackMask : TechLayer::FrontMask))
                say(kQuestionable, "(SMD pad has copper and mask layers on different sides of the board)");
            else if (tech.contains(m_isFront ? TechLayer::BackPaste : TechLayer::FrontPaste))
                say(kQuestionable, "(SMD pad has copper and paste layers on different sides of the board)");
        } else if (!m_stated.layers.copper.isEmpty()) {
            say(kQuestionable, "(SMD pad has no outer layers)");
        }
    }

    const Pad& m_pad;
    const StatedPad& m_stated;
    bool m_isFront{false}, m_isBack{false};
    std::vector<FileFault> m_faults;
};

} // namespace

std::vector<FileFault> padFaults(const Pad& pad, const StatedPad& stated, const LayerStack& stack) { return PadFaults(pad, stated, stack).find(); }

} // namespace viaduct
