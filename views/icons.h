// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QIcon>
#include <QString>

namespace viaduct {

// A line icon of resources/icons in the text colour of the theme.
[[nodiscard]] QIcon icon(const QString& name, const QColor& colour, const QColor& disabled);
[[nodiscard]] QIcon programIcon();
void registerIcons(); // the library is static: its resources are linked in by name

} // namespace viaduct
