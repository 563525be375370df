// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/rules/compiledrules.h"
#include "engine/rules/ruleresolver.h"

namespace viaduct {

// What a RuleResolver works out once for a board: everything here is constant afterwards.
struct RuleResolver::Tables final {
    Tables(const Board& board, const RuleSet& rules);

    struct ClassPair {
        Nanometres clearance;
        const RuleOrigin* origin;
    };
    [[nodiscard]] const ClassPair& classPair(NetId a, NetId b) const noexcept { return m_classPairs[m_row[a.index()] + m_column[b.index()]]; }
    // The clearance of the two nets of one differential pair, when a class lowers it below its own.
    [[nodiscard]] const ClassPair* pairGap(NetId a, NetId b) const noexcept {
        return hasPairGaps && partner[a.index()] == b.value() ? &m_pairGaps[a.index()] : nullptr;
    }
    // Own value of a pad, else of its footprint; 0: none.
    struct Override {
        Nanometres value;
        const RuleOrigin* origin{nullptr};
    };
    [[nodiscard]] Override overrideOf(const RuleItem& item) const noexcept {
        if (item.pad == nullptr || !hasOverrides) return {};
        if (item.pad->clearance) return {*item.pad->clearance, &padOrigin};
        if (item.pad->footprint.isNone()) return {};
        const auto& local = board.footprint(item.pad->footprint).clearance;
        return local ? Override{*local, &footprintOrigin} : Override{};
    }

    [[nodiscard]] bool hasCustom(ConstraintKind kind) const noexcept { return custom != nullptr && rules.compiled->has(kind); }

    const Board& board;
    const RuleSet& rules;
    std::unique_ptr<const CompiledRules::Session> custom; // null without custom rules
    RuleOrigin minimumOrigin, setupOrigin, holeOrigin, edgeOrigin, microviaOrigin, spokesOrigin, padOrigin, footprintOrigin, zoneOrigin, netTieOrigin;
    std::vector<RuleOrigin> pairOrigins; // by class: whose pair gap it is
    std::vector<std::int32_t> partner;   // by net: the other net of its pair, -1 without one
    std::vector<int> profile;            // by net
    int profileCount{0};
    bool hasPairGaps{false}, hasOverrides{false}, hasNetTies{false};
    Nanometres largest;
    std::vector<std::vector<std::vector<ZoneId>>> areas;                // [kind][layer]
    std::vector<std::map<std::string, int>> tieGroups;                  // by footprint: pad number -> group
    std::unordered_map<const Graphic*, std::vector<NetId>> tieGraphics; // copper graphics that join pads of a net tie: their nets

private:
    void findPairs();
    void findAreas();
    void findNetTies();
    void findProfiles();
    void findLargest();
    std::vector<ClassPair> m_classPairs; // classes x classes
    std::vector<std::size_t> m_row, m_column;
    std::vector<ClassPair> m_pairGaps; // by net
};

} // namespace viaduct
