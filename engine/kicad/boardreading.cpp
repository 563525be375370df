// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kicad/boardreading.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/kicad/filenumber.h"
#include "engine/kicad/overbar.h"

namespace viaduct {

namespace {

constexpr std::size_t kMostWarnings = 200;

// What a message may quote of the file: short and on one line.
std::string quoted(std::string_view bytes) {
    std::string text = "'";
    for (const char c : bytes.substr(0, 40)) text.push_back(static_cast<unsigned char>(c) < 0x20 ? ' ' : c);
    return text + (bytes.size() > 40 ? "...'" : "'");
}

} // namespace

Frame::Frame(Point origin, double degrees) : m_origin(origin), m_degrees(degrees) {
    const double turn = std::fmod(std::fmod(degrees, 360.0) + 360.0, 360.0);
    const double quarters = turn / 90.0;
    m_quarters = quarters == std::floor(quarters) ? static_cast<int>(quarters) % 4 : -1;
    m_sine = std::sin(turn * std::numbers::pi / 180.0);
    m_cosine = std::cos(turn * std::numbers::pi / 180.0);
}

Point Frame::toBoard(Point local) const noexcept {
    switch (m_quarters) {
    case 0: return m_origin + local;
    case 1: return m_origin + Point{local.y, -local.x};
    case 2: return m_origin + Point{-local.x, -local.y};
    case 3: return m_origin + Point{-local.y, local.x};
    default: break;
    }
    const auto x = static_cast<double>(local.x.value()), y = static_cast<double>(local.y.value());
    return m_origin + pointAt(std::llround(y * m_sine + x * m_cosine), std::llround(y * m_cosine - x * m_sine));
}

void BoardReading::refuse(const SNode& node, std::string_view why) {
    if (!m_error) m_error = Error{ErrorCode::Unreadable, m_file.where(node.begin()) + ": " + std::string(why)};
}

void BoardReading::say(const SNode& node, std::string_view text) {
    if (m_warnings.size() < kMostWarnings)
        m_warnings.push_back(m_file.where(node.begin()) + ": " + std::string(text));
    else
        ++m_unsaid;
}

void BoardReading::warn(const SNode& node, std::string_view what) { say(node, what); }

void BoardReading::unread(const SNode& list, std::string_view within) {
    std::string key = std::string(list.isList() ? list.head() : list.word()).append(" ").append(within);
    if (std::find(m_unreadHeads.begin(), m_unreadHeads.end(), key) != m_unreadHeads.end()) return;
    if (m_unreadHeads.size() < kMostWarnings) m_unreadHeads.push_back(std::move(key));
    say(list, "kept without understanding it: " + quoted(list.isList() ? list.head() : list.word()) + " in " + std::string(within));
}

std::vector<std::string> BoardReading::takeWarnings() {
    if (m_unsaid > 0) m_warnings.push_back("... and " + std::to_string(m_unsaid) + " more of the kind");
    return std::move(m_warnings);
}

Nanometres BoardReading::length(const SNode& leaf) {
    const std::optional<FileLength> value = fileLength(leaf.word());
    if (!value) {
        refuse(leaf, "expected a length in millimetres, found " + quoted(leaf.raw()));
        return {};
    }
    if (value->isClamped) warn(leaf, "length " + quoted(leaf.word()) + " is beyond KiCad's limit and was cut to it");
    return value->value;
}

double BoardReading::number(const SNode& leaf) {
    const std::optional<double> value = parseNumber(leaf.word());
    if (!value) refuse(leaf, "expected a number, found " + quoted(leaf.raw()));
    return value.value_or(0.0);
}

std::int64_t BoardReading::integerIn(const SNode& list) {
    const SNode leaf = list.at(1);
    if (const auto value = parseInteger(leaf.word())) return *value;
    const double value = number(leaf); // some old files write whole numbers with a decimal point
    return std::abs(value) < 9e15 ? static_cast<std::int64_t>(value) : 0;
}

Point BoardReading::pointIn(const SNode& list) {
    const SNode x = list.first().next(list), y = x.next(list);
    if (!y) {
        refuse(list, "expected two coordinates in (" + std::string(list.head()) + " ...)");
        return {};
    }
    return {length(x), length(y)};
}

double BoardReading::angleIn(const SNode& at) {
    const SNode leaf = at.at(3);
    return leaf.isLeaf() && leaf.word() != "unlocked" ? number(leaf) : 0.0;
}

std::string BoardReading::label(const SNode& leaf) const { return board.formatVersion < kNewOverbarFormat ? withNewOverbars(leaf.text()) : leaf.text(); }

bool BoardReading::flagIn(const SNode& list) {
    const std::string_view word = list.at(1).word();
    return word != "no" && word != "false";
}

NetId BoardReading::netNamed(const std::string& netName, bool isAdded) {
    if (netName.empty()) return kNoNet;
    if (const auto found = m_netByName.find(netName); found != m_netByName.end()) return found->second;
    if (!isAdded) return NetId::none();
    const NetId id(static_cast<std::int32_t>(board.nets.size()));
    board.nets.push_back({id, netName, hasNetCodes() ? -1 : id.value()});
    m_netByName.emplace(netName, id);
    return id;
}

void BoardReading::declareNet(const SNode& list) {
    const SNode first = list.at(1), second = list.at(2);
    if (!second) { // KiCad 10 has no table; a lone name is harmless
        if (first.isLeaf()) (void)netNamed(label(first), true);
        return;
    }
    const auto code = parseInteger(first.word());
    if (!code) return refuse(first, "expected a net number, found " + quoted(first.raw()));
    const NetId id = netNamed(label(second), true);
    if (!id.isNone() && id != kNoNet) board.nets[id.index()].code = static_cast<int>(*code);
    m_netByCode[*code] = id;
}

NetId BoardReading::netIn(const SNode& list) {
    const SNode first = list.at(1), second = list.at(2);
    if (!hasNetCodes() && (first.kind() == SNode::Kind::String || !parseInteger(first.word()))) return netNamed(label(first), true);
    const auto code = parseInteger(first.word());
    if (!code) {
        if (first.kind() == SNode::Kind::String) return netNamed(label(first), true);
        refuse(first, "expected a net number, found " + quoted(first.raw()));
        return kNoNet;
    }
    const auto found = m_netByCode.find(*code);
    if (found == m_netByCode.end()) {
        if (*code == 0) return kNoNet;
        if (!hasNetCodes()) return netNamed(second ? label(second) : label(first), true);
        warn(list, "net number " + std::to_string(*code) + " is not declared; the item is read without a net");
        return kNoNet;
    }
    if (second && board.nets[found->second.index()].name != second.word() && board.nets[found->second.index()].name != label(second)) {
        warn(list, "the name " + quoted(second.word()) + " is not the name of net number " + std::to_string(*code) + "; the item is read without a net");
        return kNoNet;
    }
    return found->second;
}

LayerId BoardReading::copperIn(const SNode& layerList) {
    const LayerId layer = layers.copper(layerList.at(1).word());
    if (layer.isNone()) warn(layerList, "the board has no copper layer " + quoted(layerList.at(1).word()) + "; the item is kept in the file and not used");
    return layer;
}

std::optional<LayerTable::Layer> BoardReading::layerIn(const SNode& layerList) {
    const SNode leaf = layerList.at(1);
    const bool isEscaped = leaf.word().find('\\') != std::string_view::npos;
    auto layer = isEscaped ? layers.find(leaf.text()) : layers.find(leaf.word());
    if (!layer) warn(layerList, "the board has no layer " + quoted(leaf.word()) + "; the item is kept in the file and not used");
    return layer;
}

LayerTable::Set BoardReading::layersIn(const SNode& layersList) {
    LayerTable::Set set;
    for (const SNode leaf : layersList.arguments())
        if (leaf.isLeaf() && !layers.addTo(set, leaf.word())) warn(leaf, "the board has no layer " + quoted(leaf.word()));
    return set;
}

bool isStripped(const ReadOptions& options, bool isLocked) { return options.strip && !(options.keepLocked && isLocked); }

} // namespace viaduct
