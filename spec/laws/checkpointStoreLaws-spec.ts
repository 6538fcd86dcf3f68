import { fromNullable, map } from 'fp-ts/lib/Option.js'
import { defer, EMPTY, NEVER, of } from 'rxjs'
import type { CheckpointStore } from '../../lib/index.js'
import { checkpointStoreLaws } from './checkpointStoreLaws.js'

/** What outlives a store: checkpoints as texts, by key. */
type Place = Map<string, string>
type Open = (place: Place) => CheckpointStore

const dateOf = (text: string): Date => new Date(text)

const textOf = (checkpoint: Date): string => {
  if (!(checkpoint instanceof Date) || !/^\d{4}-/.test(checkpoint.toISOString())) throw new RangeError('no moment')
  return checkpoint.toISOString()
}

const sound: Open = (place) => ({
  load: (key) => defer(() => of(map(dateOf)(fromNullable(place.get(key))))),
  save: (key, checkpoint) => defer(() => (place.set(key, textOf(checkpoint)), EMPTY)),
})

const losingOne: Open = (place) => {
  let saves = 0
  return {
    ...sound(place),
    save: (key, checkpoint) => (++saves % 2 === 0 ? EMPTY : sound(place).save(key, checkpoint)),
  }
}

const ofOneKey: Open = (place) => ({
  load: (key) => (place.has('') ? sound(place).load('') : sound(place).load(key)),
  save: (_, checkpoint) => sound(place).save('', checkpoint),
})

const ofLocalTimes: Open = (place) => ({
  load: (key) =>
    defer(() => of(map((text: string) => new Date(`${text.replace(' ', 'T')}Z`))(fromNullable(place.get(key))))),
  save: (key, checkpoint) =>
    defer(() => {
      textOf(checkpoint)
      place.set(key, checkpoint.toLocaleString('sv', { timeZone: 'Europe/Paris', fractionalSecondDigits: 3 }))
      return EMPTY
    }),
})

const ofWholeSeconds: Open = (place) => ({
  ...sound(place),
  save: (key, checkpoint) => sound(place).save(key, new Date(Math.floor(Date.parse(textOf(checkpoint)) / 1000) * 1000)),
})

const completingEarly: Open = (place) => {
  const own: Place = new Map(place)
  return {
    load: sound(own).load,
    save: (key, checkpoint) =>
      defer(() => {
        const text = textOf(checkpoint)
        own.set(key, text)
        setImmediate(() => place.set(key, text))
        return EMPTY
      }),
  }
}

const movingForwardOnly: Open = (place) => ({
  ...sound(place),
  save: (key, checkpoint) => (textOf(checkpoint) > (place.get(key) ?? '') ? sound(place).save(key, checkpoint) : EMPTY),
})

const handingOutItsOwn: Open = (place) => {
  const own = new Map<string, Date>(Array.from(place, ([key, text]) => [key, dateOf(text)]))
  return {
    load: (key) => defer(() => of(fromNullable(own.get(key)))),
    save: (key, checkpoint) => defer(() => (place.set(key, textOf(checkpoint)), own.set(key, checkpoint), EMPTY)),
  }
}

const takingAll: Open = (place) => ({
  ...sound(place),
  save: (key, checkpoint) => defer(() => (place.set(key, String(checkpoint)), EMPTY)),
})

const readingBeforeItWrites: Open = (place) => ({
  ...sound(place),
  save: async (key, checkpoint) => {
    const all = new Map(place).set(key, textOf(checkpoint))
    await Promise.resolve()
    place.clear()
    for (const [other, text] of all) place.set(other, text)
  },
})

const forgettingWhatItMeans: Open = (place) => ({
  ...sound(place),
  load: (key) => defer(() => (place.has(key) ? sound(place).load(key) : EMPTY)),
})

/** Keeps for the user of a checkpoint the first one for good. */
const forgettingUsers: Open = (place) => {
  const users = new Map<string, string>()
  return {
    ...sound(place),
    save: (key, checkpoint, userUuid) => {
      if (userUuid !== undefined && !users.has(key)) users.set(key, userUuid)
      return sound(place).save(key, checkpoint)
    },
    loadUser: (key) => of(fromNullable(users.get(key))),
  }
}

const inAnObject: Open = () => {
  const own: Record<string, Date> = {}
  return {
    load: (key) => defer(() => of(fromNullable(own[key]))),
    save: (key, checkpoint) => defer(() => (textOf(checkpoint), (own[key] = new Date(checkpoint)), EMPTY)),
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
    ['loses a save', losingOne, 'keeps the last checkpoint that was saved, even if it is an earlier moment'],
    ['keeps one key alone', ofOneKey, 'distinguishes keys, whatever characters they contain'],
    ['keeps local times', ofLocalTimes, 'keeps a checkpoint to the millisecond'],
    ['keeps whole seconds', ofWholeSeconds, 'keeps a checkpoint to the millisecond'],
    [
      'completes before it has saved',
      completingEarly,
      'has a checkpoint as soon as its save has completed, even after it is opened again',
    ],
    [
      'moves forward only',
      movingForwardOnly,
      'keeps the last checkpoint that was saved, even if it is an earlier moment',
    ],
    ['hands out its own Date', handingOutItsOwn, 'keeps its checkpoint when the caller changes a Date'],
    ['takes what is no moment', takingAll, 'refuses a value that is not a valid date, and keeps its checkpoint'],
    ['reads before it writes', readingBeforeItWrites, 'keeps all checkpoints when many are saved at once'],
    ['emits nothing for a new key', forgettingWhatItMeans, 'has no checkpoint under a key that was never saved'],
    ['forgets the user', forgettingUsers, 'keeps the user of a checkpoint, if it has loadUser'],
    ['is an object', inAnObject, 'has no checkpoint under a key that was never saved'],
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
      { ...sound(new Map()), load: () => NEVER, loadUser: () => NEVER },
      { ...sound(new Map()), save: () => NEVER, loadUser: () => NEVER },
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
