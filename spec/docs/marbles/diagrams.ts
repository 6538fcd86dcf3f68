import type { Diagram } from './Diagram.js'
import { draw } from './draw.js'
import { navigate } from './navigate.js'
import { pages } from './pages.js'
import { token } from './token.js'
import { watchRefresh } from './watchRefresh.js'
import { watchUpdated } from './watchUpdated.js'

/** Where the drawings lie, from the root of the repository. */
export const folder = 'docs/guides/marbles'

const runs: Readonly<Record<string, () => Diagram>> = {
  navigate,
  pages,
  token,
  'watch-refresh': watchRefresh,
  'watch-updated': watchUpdated,
}

/** Runs each stream and draws what it did: the text of each file, by its name. */
export const diagrams = (): ReadonlyMap<string, string> =>
  new Map(Object.entries(runs).map(([name, run]) => [`${name}.svg`, draw(name, run())]))
