// A store that notes, and rounds that go on while promises do.
import { minutes, settled } from './feed.mjs'
import { option, rxjs } from './installed.mjs'

const { EMPTY, of } = rxjs
const { none } = option

/** A store in memory that notes what is saved. */
export const noted = (parts = {}) => {
  const saved = []
  return {
    saved,
    load: () => of(none),
    save: (key, bookmark) => {
      saved.push(bookmark)
      return EMPTY
    },
    ...parts,
  }
}

export const someRounds = async (service, count = 3) => {
  for (let n = 0; n < count; n++) {
    await settled()
    await settled()
    minutes(service, 1)
  }
}
