// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace viaduct {

// What a (constraint ...) of a .kicad_dru can limit, as far as it is about copper. Values are nanometres, except where said.
enum class ConstraintKind : std::uint8_t {
    Clearance,
    HoleClearance,
    HoleToHole,
    EdgeClearance,
    PhysicalClearance,
    PhysicalHoleClearance,
    TrackWidth,
    ViaDiameter,
    AnnularWidth,
    HoleSize,
    Disallow,
    ZoneConnection,
    ThermalGap,
    ThermalSpokeWidth,
    MinResolvedSpokes, // a count
    ConnectionWidth,
    Creepage,
    DiffPairGap,
    DiffPairUncoupled,
    Length,
    Skew,
    ViaCount,   // a count
    TrackAngle, // degrees
    TrackSegmentLength,
};
inline constexpr std::size_t kConstraintKinds = static_cast<std::size_t>(ConstraintKind::TrackSegmentLength) + 1;

// The word of a .kicad_dru; KiCad's older words for some kinds are known too.
[[nodiscard]] const char* toText(ConstraintKind kind) noexcept;
[[nodiscard]] std::optional<ConstraintKind> constraintKindNamed(std::string_view word) noexcept;
// A count or degrees: stated without a unit.
[[nodiscard]] bool isUnitless(ConstraintKind kind) noexcept;

} // namespace viaduct
