import { consents } from './consents.js'
import type { Diagram } from './Diagram.js'
import { draw } from './draw.js'
import { electron } from './electron.js'
import { gateway } from './gateway.js'
import { itemStates } from './itemStates.js'
import { navigate } from './navigate.js'
import { pages } from './pages.js'
import { token } from './token.js'
import { watcherKilled } from './watcherKilled.js'
import { watchRefresh } from './watchRefresh.js'
import { watchUpdated } from './watchUpdated.js'

/** Where the drawings lie, from the root of the repository. */
export const folder = 'docs/guides/marbles'

type Draw = (name: string) => string | Promise<string>

const ofRun =
  (run: () => Diagram | Promise<Diagram>): Draw =>
  async (name) =>
    draw(name, await run())

const drawings: Readonly<Record<string, Draw>> = {
  consents: ofRun(consents),
  electron: ofRun(electron),
  gateway: ofRun(gateway),
  'item-states': itemStates,
  navigate: ofRun(navigate),
  pages: ofRun(pages),
  token: ofRun(token),
  'watch-refresh': ofRun(watchRefresh),
  'watch-updated': ofRun(watchUpdated),
  'watcher-killed': ofRun(watcherKilled),
}

/** The names of the files. */
export const files: ReadonlyArray<string> = Object.keys(drawings).map((name) => `${name}.svg`)

/** Runs each stream and draws what it did: the text of each file, by its name. */
export const diagrams = async (): Promise<ReadonlyMap<string, string>> => {
  const drawn = new Map<string, string>()
  for (const [name, drawOne] of Object.entries(drawings)) drawn.set(`${name}.svg`, await drawOne(name))
  return drawn
}
