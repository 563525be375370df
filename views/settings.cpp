// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/settings.h"

#include <QFileInfo>
#include <QSettings>

namespace viaduct {

namespace {

// QSettings cannot be copied: made where it is used.
struct Stored final {
    QSettings settings{QSettings::IniFormat, QSettings::UserScope, QStringLiteral("viaduct"), QStringLiteral("window")};
};

} // namespace

QByteArray Settings::bytes(const QString& key) const {
    if (m_isKept) return Stored().settings.value(key).toByteArray();
    const auto value = m_unkept.find(key);
    return value == m_unkept.end() ? QByteArray() : value->second;
}

void Settings::setBytes(const QString& key, const QByteArray& value) {
    if (m_isKept)
        Stored().settings.setValue(key, value);
    else
        m_unkept[key] = value;
}

QString Settings::text(const QString& key, const QString& fallback) const {
    const QByteArray value = bytes(key);
    return value.isNull() ? fallback : QString::fromUtf8(value);
}

void Settings::setText(const QString& key, const QString& value) { setBytes(key, value.toUtf8()); }

QStringList Settings::recent() const {
    QStringList files;
    for (const QString& file : text(QStringLiteral("recent")).split(QLatin1Char('\n'), Qt::SkipEmptyParts))
        if (QFileInfo(file).isFile()) files.push_back(file);
    return files;
}

void Settings::addRecent(const QString& path) {
    const QString absolute = QFileInfo(path).absoluteFilePath();
    QStringList files = recent();
    files.removeAll(absolute);
    files.prepend(absolute);
    setText(QStringLiteral("recent"), files.mid(0, kRecent).join(QLatin1Char('\n')));
}

} // namespace viaduct
