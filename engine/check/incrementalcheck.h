// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "engine/check/violation.h"
#include "engine/rules/ruleresolver.h"

namespace viaduct {

struct CheckRun;

// Tracks, arcs and vias that come and go in one step.
struct CopperChange final {
    std::vector<std::int32_t> removed; // item numbers, see IncrementalCheck
    Copper added;
};

// The checker kept ready: after a change only what the change can affect is judged again, and the report equals that of a whole run over the
// copper as it then is (the removed items taken out, the added ones behind the others of their kind). Zone fills stay as they were given.
class IncrementalCheck final {
public:
    // Judges everything once. The arguments must outlive this object.
    IncrementalCheck(const RuleResolver& rules, const Copper& copper, const std::vector<ZoneFill>& fills);
    ~IncrementalCheck();
    IncrementalCheck(const IncrementalCheck&) = delete;
    IncrementalCheck& operator=(const IncrementalCheck&) = delete;

    // Items are numbered tracks, arcs, vias in the order of the first copper; what is added later gets the numbers that `apply` answers, in the
    // same order. A number is used once. Numbers that name no copper, or copper that is gone, are passed over.
    std::vector<std::int32_t> apply(const CopperChange& change);

    [[nodiscard]] CheckReport report() const;
    // Violations of the last change's items, without sorting the whole report.
    [[nodiscard]] std::vector<Violation> violationsOf(const std::vector<std::int32_t>& items) const;

private:
    class State;
    std::unique_ptr<State> m_state;
};

} // namespace viaduct
