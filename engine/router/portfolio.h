// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "engine/router/variant.h"

namespace viaduct {

// Several variants in rounds of equal work, on any number of threads. After a round the first complete layout ends the contest: what the
// others did in that round counts, what they would have done later does not exist. So the result knows nothing of threads or time.
struct PortfolioResult final {
    std::unique_ptr<Variant> winner;
    int winnerIndex{0};
    WorkUsed work;
    bool wasStopped{false}, ranOut{false};
    std::vector<std::pair<int, std::uint64_t>> stoppedAt;
};

// With `adopted` every variant starts from these paths.
[[nodiscard]] PortfolioResult runPortfolio(const RouteRequest& request, const std::vector<const RoutingModel*>& modelOf,
                                           const std::vector<const PinAccess*>& accessOf, const std::vector<PathPtr>& adopted, EventSink* events,
                                           const StopFlag* stop);

// The arm that variant `index` plays.
[[nodiscard]] VariantSettings settingsOf(int index, std::uint64_t seed);

} // namespace viaduct
