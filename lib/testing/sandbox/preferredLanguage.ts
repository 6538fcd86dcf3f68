import type { Language } from './data/categoryNames.js'

const isLanguage = (tag: string): tag is Language => tag === 'en' || tag === 'fr'

/** The supported language that an `Accept-Language` header prefers; English by default. */
export const preferredLanguage = (header: string | undefined): Language => {
  const preferred = (header ?? '')
    .split(',')
    .map((range) => {
      const [tag = '', ...parameters] = range
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/)
      const quality = parameters.find((parameter) => parameter.startsWith('q='))
      return { tag: tag.split('-', 1)[0] ?? '', quality: quality === undefined ? 1 : Number(quality.slice(2)) }
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag)
    .find(isLanguage)
  return preferred ?? 'en'
}
