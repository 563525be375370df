// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/service/texts.h"

namespace viaduct {

QString toQString(const std::string& utf8) { return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size())); }

std::string toUtf8(const QString& text) {
    const QByteArray bytes = text.toUtf8();
    return {bytes.constData(), static_cast<std::size_t>(bytes.size())};
}

QString millimetreText(Nanometres length, int decimals) { return QString::number(length.millimetres(), 'f', decimals); }

QString workText(std::uint64_t work) {
    const double value = static_cast<double>(work);
    if (work < 1000) return QString::number(work);
    if (work < 1000000) return QString::number(value / 1e3, 'f', 1) + QStringLiteral(" k");
    if (work < 100000000) return QString::number(value / 1e6, 'f', 1) + QStringLiteral(" M");
    return QString::number(value / 1e6, 'f', 0) + QStringLiteral(" M");
}

QString counted(std::size_t count, const QString& one, const QString& many) { return count == 1 ? one : many.arg(count); }

QString durationText(std::int64_t milliseconds) {
    if (milliseconds < 1000) return QString::number(milliseconds) + QStringLiteral(" ms");
    if (milliseconds < 10000) return QString::number(static_cast<double>(milliseconds) / 1000.0, 'f', 1) + QStringLiteral(" s");
    if (milliseconds < 60000) return QString::number(milliseconds / 1000) + QStringLiteral(" s");
    return QStringLiteral("%1:%2 min").arg(milliseconds / 60000).arg((milliseconds / 1000) % 60, 2, 10, QLatin1Char('0'));
}

} // namespace viaduct
