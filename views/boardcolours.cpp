// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/boardcolours.h"

#include <array>

namespace viaduct {

QColor mixed(const QColor& a, const QColor& b, double shareOfB) {
    const auto blend = [shareOfB](int from, int to) { return static_cast<int>(from + (to - from) * shareOfB + 0.5); };
    return {blend(a.red(), b.red()), blend(a.green(), b.green()), blend(a.blue(), b.blue()), blend(a.alpha(), b.alpha())};
}

BoardColours BoardColours::dark() {
    BoardColours c;
    c.isDark = true;
    c.background = QColor(0, 16, 35); // KiCad's default theme
    c.substrate = QColor(6, 25, 48);
    c.grid = QColor(132, 146, 170, 60);
    c.outline = QColor(208, 210, 205);
    c.cursor = QColor(255, 255, 255);
    c.padThrough = QColor(227, 183, 46);
    c.padWall = QColor(194, 194, 0);
    c.via = QColor(236, 236, 236);
    c.viaHole = QColor(227, 183, 46);
    c.nonPlated = QColor(26, 196, 210);
    c.hole = QColor(2, 12, 26);
    c.ratsnest = QColor(245, 255, 213, 150);
    c.highlight = QColor(255, 255, 255);
    c.refused = QColor(255, 92, 92);
    c.heatCold = QColor(255, 122, 40);
    c.heatHot = QColor(255, 236, 150);
    c.card = QColor(16, 30, 52, 235);
    c.cardText = QColor(235, 240, 248);
    c.cardMuted = QColor(150, 166, 190);
    c.cardEdge = QColor(70, 92, 126, 190);
    c.accent = QColor(78, 178, 255);
    c.good = QColor(86, 204, 132);
    c.label = QColor(255, 255, 255, 225);
    return c;
}

BoardColours BoardColours::light() {
    BoardColours c;
    c.isDark = false;
    c.background = QColor(243, 245, 248);
    c.substrate = QColor(255, 255, 255);
    c.grid = QColor(96, 110, 134, 70);
    c.outline = QColor(58, 66, 80);
    c.cursor = QColor(20, 24, 30);
    c.padThrough = QColor(214, 166, 30);
    c.padWall = QColor(158, 128, 20);
    c.via = QColor(112, 120, 134);
    c.viaHole = QColor(240, 214, 140);
    c.nonPlated = QColor(0, 148, 162);
    c.hole = QColor(250, 250, 250);
    c.ratsnest = QColor(60, 74, 96, 130);
    c.highlight = QColor(16, 20, 28);
    c.refused = QColor(206, 32, 48);
    c.heatCold = QColor(255, 150, 40);
    c.heatHot = QColor(214, 60, 0);
    c.card = QColor(255, 255, 255, 242);
    c.cardText = QColor(28, 34, 44);
    c.cardMuted = QColor(98, 110, 128);
    c.cardEdge = QColor(196, 204, 216);
    c.accent = QColor(18, 112, 206);
    c.good = QColor(28, 140, 78);
    c.label = QColor(18, 22, 30, 230);
    return c;
}

QColor BoardColours::copper(LayerId layer, std::size_t layerCount) const {
    // KiCad's default theme: front red, back blue, inner layers in a cycle.
    static constexpr std::array<std::array<int, 3>, 12> kInner{{{127, 200, 127},
                                                                {206, 125, 44},
                                                                {79, 203, 203},
                                                                {219, 98, 139},
                                                                {167, 165, 198},
                                                                {40, 204, 217},
                                                                {232, 178, 167},
                                                                {242, 237, 161},
                                                                {141, 203, 129},
                                                                {237, 124, 51},
                                                                {91, 195, 235},
                                                                {247, 111, 142}}};
    QColor colour(200, 52, 52);
    if (!layer.isNone() && layer.index() + 1 == layerCount && layerCount > 1)
        colour = QColor(77, 127, 196);
    else if (layer.value() > 0) {
        const auto& rgb = kInner[(layer.index() - 1) % kInner.size()];
        colour = QColor(rgb[0], rgb[1], rgb[2]);
    }
    // Pale inner hues vanish on white; red and blue stay as they are.
    if (!isDark && colour.lightnessF() > 0.55) colour = colour.darker(138);
    return colour;
}

QColor BoardColours::tech(TechLayer layer) const {
    if (isDark) switch (layer) {
        case TechLayer::FrontSilk: return {242, 237, 161};
        case TechLayer::BackSilk: return {232, 178, 167};
        case TechLayer::FrontMask: return {216, 100, 255, 102};
        case TechLayer::BackMask: return {2, 255, 238, 102};
        case TechLayer::FrontPaste: return {180, 160, 154, 230};
        case TechLayer::BackPaste: return {0, 194, 194, 230};
        case TechLayer::FrontFab: return {175, 175, 175};
        case TechLayer::BackFab: return {88, 93, 132};
        case TechLayer::FrontCourtyard: return {255, 38, 226};
        case TechLayer::BackCourtyard: return {38, 233, 255};
        case TechLayer::EdgeCuts: return {208, 210, 205};
        case TechLayer::Margin: return {255, 38, 226};
        case TechLayer::Comments: return {89, 148, 220};
        case TechLayer::Drawings: return {194, 194, 194};
        case TechLayer::Other: return {180, 219, 210};
        }
    switch (layer) {
    case TechLayer::FrontSilk: return {132, 118, 22};
    case TechLayer::BackSilk: return {176, 100, 84};
    case TechLayer::FrontMask: return {160, 60, 196, 90};
    case TechLayer::BackMask: return {0, 150, 140, 90};
    case TechLayer::FrontPaste: return {140, 120, 114, 220};
    case TechLayer::BackPaste: return {0, 140, 140, 220};
    case TechLayer::FrontFab: return {150, 154, 162};
    case TechLayer::BackFab: return {120, 126, 168};
    case TechLayer::FrontCourtyard: return {214, 40, 190};
    case TechLayer::BackCourtyard: return {0, 152, 176};
    case TechLayer::EdgeCuts: return {58, 66, 80};
    case TechLayer::Margin: return {214, 40, 190};
    case TechLayer::Comments: return {58, 112, 180};
    case TechLayer::Drawings: return {110, 116, 126};
    case TechLayer::Other: return {90, 140, 130};
    }
    return outline;
}

QColor BoardColours::session(const QColor& layer) const {
    float hue{}, saturation{}, lightness{}, alpha{};
    layer.getHslF(&hue, &saturation, &lightness, &alpha);
    const float lifted = isDark ? lightness + (1.0F - lightness) * 0.26F : lightness * 0.92F;
    return QColor::fromHslF(hue < 0 ? 0.0F : hue, std::min(1.0F, saturation * 1.28F + 0.06F), lifted, alpha);
}

QColor BoardColours::dimmed(const QColor& colour) const { return mixed(colour, substrate, 0.78); }

QColor BoardColours::lit(const QColor& colour) const { return mixed(colour, isDark ? QColor(255, 255, 255) : QColor(0, 0, 0), isDark ? 0.42 : 0.22); }

} // namespace viaduct
