// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/rules/rulenames.h"

#include <algorithm>
#include <iterator>

namespace viaduct {

namespace {

struct NamedProperty final {
    std::string_view name; // lower case, "_" for the space of KiCad's property names
    RuleProperty property;
};
// Names as KiCad 9 has them.
constexpr NamedProperty kProperties[] = {
    {"netclass", RuleProperty::NetClass},
    {"net_class", RuleProperty::NetClass},
    {"netname", RuleProperty::NetName},
    {"net", RuleProperty::Net},
    {"type", RuleProperty::Type},
    {"componentclass", RuleProperty::ComponentClass},
    {"component_class", RuleProperty::ComponentClass},
    {"layer", RuleProperty::Layer},
    {"layer_top", RuleProperty::LayerTop},
    {"layer_bottom", RuleProperty::LayerBottom},
    {"width", RuleProperty::Width},
    {"diameter", RuleProperty::Diameter},
    {"hole", RuleProperty::Hole},
    {"via_type", RuleProperty::ViaType},
    {"pad_type", RuleProperty::PadType},
    {"pad_shape", RuleProperty::PadShape},
    {"pad_number", RuleProperty::PadNumber},
    {"hole_size_x", RuleProperty::HoleSizeX},
    {"hole_size_y", RuleProperty::HoleSizeY},
    {"name", RuleProperty::Name},
    {"priority", RuleProperty::Priority},
    {"parent", RuleProperty::Parent},
    {"locked", RuleProperty::Locked},
    {"start_x", RuleProperty::StartX},
    {"start_y", RuleProperty::StartY},
    {"end_x", RuleProperty::EndX},
    {"end_y", RuleProperty::EndY},
    {"position_x", RuleProperty::PositionX},
    {"position_y", RuleProperty::PositionY},
    {"orientation", RuleProperty::Orientation},
    {"fabrication_property", RuleProperty::FabricationProperty},
    {"hole_shape", RuleProperty::HoleShape},
    {"soldermask_margin_override", RuleProperty::MaskMargin},
    {"clearance_override", RuleProperty::OwnClearance},
    {"pad_to_die_length", RuleProperty::PadToDieLength},
    {"zone_connection_style", RuleProperty::PadZoneConnection},
    {"thermal_relief_gap", RuleProperty::ThermalGap},
    {"thermal_relief_spoke_width", RuleProperty::SpokeWidth},
    {"clearance", RuleProperty::ZoneClearance},
    {"minimum_width", RuleProperty::MinimumWidth},
    {"pad_connections", RuleProperty::ZonePadConnections},
    {"fill_mode", RuleProperty::FillMode},
    {"remove_islands", RuleProperty::IslandRemoval},
    {"reference", RuleProperty::FootprintOnly},
    {"value", RuleProperty::FootprintOnly},
    {"library_link", RuleProperty::FootprintOnly},
    {"library_description", RuleProperty::FootprintOnly},
    {"keywords", RuleProperty::FootprintOnly},
    {"do_not_populate", RuleProperty::FootprintOnly},
    {"not_in_schematic", RuleProperty::FootprintOnly},
    {"exclude_from_position_files", RuleProperty::FootprintOnly},
    {"exclude_from_bill_of_materials", RuleProperty::FootprintOnly},
    {"exempt_from_courtyard_requirement", RuleProperty::FootprintOnly},
};
// These exist there too, but our boards do not carry them.
constexpr std::string_view kUnmodelledProperties[] = {
    "size_x",
    "size_y",
    "pin_type",
    "pin_name",
    "corner_radius_ratio",
    "corner_radius_size",
    "copper_layers",
    "solderpaste_margin_override",
    "solderpaste_margin_ratio_override",
    "thermal_relief_spoke_angle",
    "front_tenting",
    "back_tenting",
    "soldermask",
    "keep_out_tracks",
    "keep_out_vias",
    "keep_out_pads",
    "keep_out_copper_pours",
    "keep_out_footprints",
    "hatch_width",
    "hatch_gap",
    "hatch_orientation",
    "hatch_minimum_hole_ratio",
    "smoothing_effort",
    "smoothing_amount",
    "minimum_island_area",
    "text",
    "thickness",
    "shape",
    "line_width",
    "line_style",
    "line_color",
    "filled",
    "fill_color",
    "knockout",
    "enable_teardrops",
};

constexpr NamedFunction kFunctions[] = {
    {"existsonlayer", RuleFunction::ExistsOnLayer, 1},
    {"isplated", RuleFunction::IsPlated, 0},
    {"insidecourtyard", RuleFunction::IntersectsCourtyard, 1},
    {"insidefrontcourtyard", RuleFunction::IntersectsFrontCourtyard, 1},
    {"insidebackcourtyard", RuleFunction::IntersectsBackCourtyard, 1},
    {"intersectscourtyard", RuleFunction::IntersectsCourtyard, 1},
    {"intersectsfrontcourtyard", RuleFunction::IntersectsFrontCourtyard, 1},
    {"intersectsbackcourtyard", RuleFunction::IntersectsBackCourtyard, 1},
    {"insidearea", RuleFunction::IntersectsArea, 1},
    {"intersectsarea", RuleFunction::IntersectsArea, 1},
    {"enclosedbyarea", RuleFunction::EnclosedByArea, 1},
    {"ismicrovia", RuleFunction::IsMicroVia, 0},
    {"isblindburiedvia", RuleFunction::IsBlindBuriedVia, 0},
    {"memberof", RuleFunction::MemberOfGroup, 1},
    {"memberofgroup", RuleFunction::MemberOfGroup, 1},
    {"memberoffootprint", RuleFunction::MemberOfFootprint, 1},
    {"memberofsheet", RuleFunction::MemberOfSheet, 1},
    {"memberofsheetorchildren", RuleFunction::MemberOfSheetOrChildren, 1},
    {"fromto", RuleFunction::Unmodelled, 2},
    {"iscoupleddiffpair", RuleFunction::IsCoupledDiffPair, 0},
    {"indiffpair", RuleFunction::InDiffPair, 1},
    {"getfield", RuleFunction::GetField, 1},
    {"hasnetclass", RuleFunction::HasNetclass, 1},
    {"hasexactnetclass", RuleFunction::HasExactNetclass, 1},
    {"hascomponentclass", RuleFunction::HasComponentClass, 1},
};

} // namespace

std::optional<RuleProperty> propertyNamed(std::string_view name) {
    for (const NamedProperty& named : kProperties)
        if (named.name == name) return named.property;
    return std::nullopt;
}

bool isUnmodelledProperty(std::string_view name) {
    return std::find(std::begin(kUnmodelledProperties), std::end(kUnmodelledProperties), name) != std::end(kUnmodelledProperties);
}

std::optional<NamedFunction> functionNamed(std::string_view name) {
    for (const NamedFunction& named : kFunctions)
        if (named.name == name) return named;
    return std::nullopt;
}

} // namespace viaduct
