// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <map>

namespace viaduct {

// What the window remembers between runs. Without `isKept` nothing is read or written: pictures and tests come out the same everywhere.
class Settings final {
public:
    static constexpr int kRecent = 12;
    explicit Settings(bool isKept) : m_isKept(isKept) {}
    [[nodiscard]] QByteArray bytes(const QString& key) const;
    void setBytes(const QString& key, const QByteArray& value);
    [[nodiscard]] QString text(const QString& key, const QString& fallback = {}) const;
    void setText(const QString& key, const QString& value);
    [[nodiscard]] QStringList recent() const; // newest first; files that are gone are left out
    void addRecent(const QString& path);

private:
    bool m_isKept;
    std::map<QString, QByteArray> m_unkept;
};

} // namespace viaduct
