// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kicad/textedits.h"

#include <algorithm>

namespace viaduct {

Result<std::string> TextEdits::applied(std::string_view text) {
    std::stable_sort(m_edits.begin(), m_edits.end(), [](const Edit& a, const Edit& b) { return a.begin != b.begin ? a.begin < b.begin : a.end < b.end; });
    std::string result;
    std::size_t size = text.size();
    for (const Edit& edit : m_edits) size += edit.text.size();
    result.reserve(size);
    std::uint32_t done = 0;
    for (const Edit& edit : m_edits) {
        if (edit.begin < done || edit.end > text.size()) return fail(ErrorCode::Internal, "changes to the file overlap");
        result.append(text.substr(done, edit.begin - done));
        result.append(edit.text);
        done = edit.end;
    }
    result.append(text.substr(done));
    return result;
}

} // namespace viaduct
