// The sections of a page of the site: what stands below each heading that has an anchor.

const entities = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/** The text of some HTML; what is in blocks stays apart. */
const textOf = (html) =>
  html
    .replace(/<button[^]*?<\/button>/g, '')
    .replace(/<\/?(?:p|div|li|ul|ol|td|th|tr|table|h\d|br|pre|blockquote|dt|dd)\b[^>]*>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => entities[name])
    .replace(/\s+/g, ' ')
    .trim()

const fences = /<pre>[^]*?<\/pre>/g

/** The sections of a page, by its HTML: the anchor and the title of each, its text, and the code that stands in it. */
export const sectionsOf = (html) => {
  const main = /<main[^>]*>([^]*)<\/main>/.exec(html)[1]
  const [, ...parts] = main.split(/(?=<h[1-6] id=")/)
  return parts.map((part) => {
    const [heading, anchor, title] = /^<h[1-6] id="([^"]+)"[^>]*>([^]*?)<\/h[1-6]>/.exec(part)
    const below = part.slice(heading.length)
    return {
      anchor,
      title: textOf(title),
      text: textOf(below.replace(fences, ' ')),
      code: textOf((below.match(fences) ?? []).join(' ')),
    }
  })
}
