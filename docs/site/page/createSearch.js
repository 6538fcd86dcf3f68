import MiniSearch from 'minisearch'

/** Words that say nothing of what is looked for. */
const fillers = new Set(
  'a an and are as at be by can do does for from how i in is it my of on or the to what with'.split(' '),
)

/** Words in lower case; of a name such as `watchUpdated` its parts too. */
const wordsOf = (text) =>
  text
    .split(/[^\p{L}\p{N}$]+/u)
    .flatMap((word) => {
      const parts = word.split(/(?<=[a-z\d])(?=[A-Z])/)
      return parts.length > 1 ? [word, ...parts] : parts
    })
    .filter((word) => word !== '')

const processTerm = (word) => {
  const term = word.toLowerCase()
  return fillers.has(term) ? null : term
}

/** What a section is worth by its kind: who looks something up is mostly a user of the package. */
const worth = { guide: 1, name: 0.5, member: 0.2, maintainers: 0.4, changes: 0.2 }

/** What is exported beside the client itself: `rxbank` is one entry point of many. */
const beside = /\/rxbank_/
const worthBeside = 0.7

const spaced = (text) =>
  ` ${
    text
      .toLowerCase()
      .match(/[\p{L}\p{N}$]+/gu)
      ?.join(' ') ?? ''
  } `

/** A section that has the words of a query next to each other counts for more, most of all if they are its title. */
const closeness = ({ title, text }, phrase) => {
  if (spaced(title) === phrase) return 4
  if (spaced(title).includes(phrase)) return 2.5
  return spaced(text).includes(phrase) ? 2 : 1
}

/** Where each kind of section is shown: guides first, and what is for maintainers last. */
const groups = { guide: 0, name: 1, member: 1, changes: 2, maintainers: 2 }

/** At most so many of each group are shown, in their order, so that none hides the others. */
const shares = [7, 4, 2]

/** What is found in the order of the groups. A section whose title is the word that was typed comes first. */
const grouped = (found, phrase) => {
  const isExact = ({ section: { kind, title } }) => groups[kind] < 2 && spaced(title) === phrase
  const others = found.filter((one) => !isExact(one))
  const ofGroups = shares.flatMap((share, group) =>
    others.filter(({ section: { kind } }) => groups[kind] === group).slice(0, share),
  )
  return [...found.filter(isExact).slice(0, 3), ...ofGroups]
}

/** How many members of one name are found: a dozen interfaces may have the same method. */
const namesakes = 2

const withoutNamesakes = (found) => {
  const known = new Map()
  return found.filter(({ section: { kind, title } }) => {
    if (kind !== 'member') return true
    known.set(title, (known.get(title) ?? 0) + 1)
    return known.get(title) <= namesakes
  })
}

/**
 * Makes a search of sections. It takes a query, and gives the sections that have all of its words; where there are few, also
 * those that have some. Guides come before the reference, and this before what is for maintainers; in each the best first.
 */
export const createSearch = (sections) => {
  const index = new MiniSearch({
    fields: ['title', 'page', 'text', 'code'],
    tokenize: wordsOf,
    processTerm,
    searchOptions: {
      boost: { title: 6, page: 2, text: 1, code: 0.4 },
      boostDocument: (id) => worth[sections[id].kind] * (beside.test(sections[id].url) ? worthBeside : 1),
      // Of a word that is typed so far; a single letter begins too many.
      prefix: (term) => term.length > 1,
      fuzzy: (term) => (term.length > 5 ? 0.2 : false),
      weights: { prefix: 0.4, fuzzy: 0.15 },
    },
  })
  index.addAll(sections.map((section, id) => ({ id, ...section })))
  return (query) => {
    const phrase = spaced(query)
    const all = index.search(query, { combineWith: 'AND' })
    const known = new Set(all.map(({ id }) => id))
    const some = all.length < 5 ? index.search(query).filter(({ id }) => !known.has(id)) : []
    const ranked = (found) =>
      found
        .map(({ id, score, terms }) => ({
          section: sections[id],
          terms,
          score: score * closeness(sections[id], phrase),
        }))
        .toSorted((one, other) => other.score - one.score)
    return grouped(withoutNamesakes([...ranked(all), ...ranked(some)]), phrase)
  }
}
