import { fromNullable, map } from 'fp-ts/lib/Option.js'
import { defer, EMPTY, NEVER, of } from 'rxjs'
import type { Bookmark, CheckpointStore } from '../../lib/index.js'
import { checkpointStoreLaws } from './checkpointStoreLaws.js'

/** What outlives a store: bookmarks as texts, by key. */
type Place = Map<string, string>
type Open = (place: Place) => CheckpointStore

const bookmarkOf = (text: string): Bookmark => JSON.parse(text) as Bookmark

const sound: Open = (place) => ({
  load: (key) => defer(() => of(map(bookmarkOf)(fromNullable(place.get(key))))),
  save: (key, bookmark) => defer(() => (place.set(key, JSON.stringify(bookmark)), EMPTY)),
})

const losingOne: Open = (place) => {
  let saves = 0
  return {
    ...sound(place),
    save: (key, bookmark) => (++saves % 2 === 0 ? EMPTY : sound(place).save(key, bookmark)),
  }
}

const ofOneKey: Open = (place) => ({
  load: (key) => (place.has('') ? sound(place).load('') : sound(place).load(key)),
  save: (_, bookmark) => sound(place).save('', bookmark),
})

const ofShortTexts: Open = (place) => ({
  ...sound(place),
  save: (key, bookmark) => defer(() => (place.set(key, JSON.stringify(bookmark).slice(0, 4096)), EMPTY)),
})

const withoutRows: Open = (place) => ({
  ...sound(place),
  save: (key, bookmark) => sound(place).save(key, { ...bookmark, rows: [] }),
})

const completingEarly: Open = (place) => {
  const own: Place = new Map(place)
  return {
    load: sound(own).load,
    save: (key, bookmark) =>
      defer(() => {
        const text = JSON.stringify(bookmark)
        own.set(key, text)
        setImmediate(() => place.set(key, text))
        return EMPTY
      }),
  }
}

const movingForwardOnly: Open = (place) => ({
  ...sound(place),
  save: (key, bookmark) => {
    const text = place.get(key)
    const before = text === undefined ? -Infinity : (bookmarkOf(text).position?.moment ?? -Infinity)
    return (bookmark.position?.moment ?? -Infinity) > before ? sound(place).save(key, bookmark) : EMPTY
  },
})

const readingBeforeItWrites: Open = (place) => ({
  ...sound(place),
  save: async (key, bookmark) => {
    const all = new Map(place).set(key, JSON.stringify(bookmark))
    await Promise.resolve()
    place.clear()
    for (const [other, text] of all) place.set(other, text)
  },
})

const forgettingWhatItMeans: Open = (place) => ({
  ...sound(place),
  load: (key) => defer(() => (place.has(key) ? sound(place).load(key) : EMPTY)),
})

const inAnObject: Open = () => {
  const own: Record<string, Bookmark> = {}
  return {
    load: (key) => defer(() => of(fromNullable(own[key]))),
    save: (key, bookmark) => defer(() => ((own[key] = bookmark), EMPTY)),
  }
}

/** Takes some keys for the same, as columns and files do. */
const under =
  (name: (key: string) => string): Open =>
  (place) => ({
    load: (key) => sound(place).load(name(key)),
    save: (key, checkpoint) => sound(place).save(name(key), checkpoint),
  })

/** The names of the laws that a store breaks. */
const broken = async (open: Open): Promise<ReadonlyArray<string>> => {
  const names: Array<string> = []
  for (const { name, check } of checkpointStoreLaws) {
    const place: Place = new Map()
    await check(() => open(place)).catch(() => names.push(name))
  }
  return names
}

describe('checkpointStoreLaws', () => {
  it('are kept by a sound store, on a place that others open too', async () => {
    expect(await broken(sound)).toEqual([])
  })

  it.each([
    ['loses a save', losingOne, 'keeps the last bookmark that was saved, even if its time is earlier'],
    ['keeps one key alone', ofOneKey, 'distinguishes keys, whatever characters they contain'],
    ['has a column that is too short', ofShortTexts, 'keeps all of a bookmark'],
    ['keeps no rows', withoutRows, 'keeps all of a bookmark'],
    [
      'completes before it has saved',
      completingEarly,
      'has a bookmark as soon as its save has completed, even after it is opened again',
    ],
    ['moves forward only', movingForwardOnly, 'keeps the last bookmark that was saved, even if its time is earlier'],
    ['reads before it writes', readingBeforeItWrites, 'keeps all bookmarks when many are saved at once'],
    ['emits nothing for a new key', forgettingWhatItMeans, 'has no bookmark under a key that was never saved'],
    ['is an object', inAnObject, 'has no bookmark under a key that was never saved'],
  ])('find a store that %s', async (_, open, name) => {
    expect(await broken(open)).toContain(name)
  })

  it.each<[string, (key: string) => string]>([
    ['the first 64 characters', (key) => key.slice(0, 64)],
    ['the first 255 characters', (key) => key.slice(0, 255)],
    ['the first 500 characters', (key) => key.slice(0, 500)],
    ['lower case', (key) => key.toLowerCase()],
    ['no space at its end', (key) => key.trimEnd()],
    ['one form of accents', (key) => key.normalize('NFC')],
    ['no accents', (key) => key.normalize('NFD').replace(/\p{M}/gu, '')],
    ['no character beyond 16 bits', (key) => key.replace(/[\u{10000}-\u{10ffff}]/gu, '?')],
    ['a space for each plus', (key) => key.replaceAll('+', ' ')],
    [
      'percent signs decoded',
      (key) => key.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    ],
    ['no backslashes', (key) => key.replaceAll('\\', '')],
    ['slashes of one kind', (key) => key.replaceAll('\\', '/')],
    ['one kind of line end', (key) => key.replaceAll('\r\n', '\n')],
    ['a number where it looks like one', (key) => (/^\d+(\.\d+)?$/.test(key) ? String(Number(key)) : key)],
  ])('find a store that keeps of a key %s', async (_, name) => {
    expect(await broken(under(name))).toContain('distinguishes keys, whatever characters they contain')
  })

  it('reject within ten seconds if a store does not end', async () => {
    jest.useFakeTimers()
    const ends = [
      { ...sound(new Map()), load: () => NEVER },
      { ...sound(new Map()), save: () => NEVER },
    ].flatMap((store) =>
      checkpointStoreLaws.map(({ name, check }) =>
        check(() => store).then(
          () => 'kept',
          (error: unknown) => [name, String(error)],
        ),
      ),
    )
    await jest.advanceTimersByTimeAsync(10_000)
    const outcomes = await Promise.all(ends)
    jest.useRealTimers()
    const hung = outcomes.filter(([, text]) => text?.includes('not within 10 seconds: '))
    expect(outcomes.filter((outcome) => outcome === 'kept').length).toBeLessThan(2)
    expect(hung.length).toBeGreaterThan(checkpointStoreLaws.length)
  })

  it('have names that differ', () => {
    expect(new Set(checkpointStoreLaws.map(({ name }) => name)).size).toBe(checkpointStoreLaws.length)
  })
})
