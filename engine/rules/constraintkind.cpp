// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/rules/constraintkind.h"

namespace viaduct {

namespace {

struct NamedKind final {
    std::string_view name;
    ConstraintKind kind;
};
constexpr NamedKind kKinds[] = {
    {"clearance", ConstraintKind::Clearance},
    {"hole_clearance", ConstraintKind::HoleClearance},
    {"hole_to_hole", ConstraintKind::HoleToHole},
    {"edge_clearance", ConstraintKind::EdgeClearance},
    {"physical_clearance", ConstraintKind::PhysicalClearance},
    {"mechanical_clearance", ConstraintKind::PhysicalClearance},
    {"physical_hole_clearance", ConstraintKind::PhysicalHoleClearance},
    {"mechanical_hole_clearance", ConstraintKind::PhysicalHoleClearance},
    {"track_width", ConstraintKind::TrackWidth},
    {"via_diameter", ConstraintKind::ViaDiameter},
    {"annular_width", ConstraintKind::AnnularWidth},
    {"hole_size", ConstraintKind::HoleSize},
    {"hole", ConstraintKind::HoleSize},
    {"disallow", ConstraintKind::Disallow},
    {"zone_connection", ConstraintKind::ZoneConnection},
    {"thermal_relief_gap", ConstraintKind::ThermalGap},
    {"thermal_spoke_width", ConstraintKind::ThermalSpokeWidth},
    {"min_resolved_spokes", ConstraintKind::MinResolvedSpokes},
    {"connection_width", ConstraintKind::ConnectionWidth},
    {"creepage", ConstraintKind::Creepage},
    {"diff_pair_gap", ConstraintKind::DiffPairGap},
    {"diff_pair_uncoupled", ConstraintKind::DiffPairUncoupled},
    {"length", ConstraintKind::Length},
    {"skew", ConstraintKind::Skew},
    {"via_count", ConstraintKind::ViaCount},
    {"track_angle", ConstraintKind::TrackAngle},
    {"track_segment_length", ConstraintKind::TrackSegmentLength},
};

} // namespace

const char* toText(ConstraintKind kind) noexcept {
    for (const NamedKind& named : kKinds)
        if (named.kind == kind) return named.name.data();
    return "";
}

std::optional<ConstraintKind> constraintKindNamed(std::string_view word) noexcept {
    for (const NamedKind& named : kKinds)
        if (named.name == word) return named.kind;
    return std::nullopt;
}

bool isUnitless(ConstraintKind kind) noexcept {
    return kind == ConstraintKind::MinResolvedSpokes || kind == ConstraintKind::ViaCount || kind == ConstraintKind::TrackAngle;
}

} // namespace viaduct
