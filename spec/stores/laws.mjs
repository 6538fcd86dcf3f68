// Runs the laws of stores against a store of the guide, and prints or returns an outcome for each.
import { Buffer } from 'node:buffer'
import { sealedTokenStore } from '../../lib/server/stores/sealedTokenStore.ts'
import { checkpointStoreLaws } from '../laws/checkpointStoreLaws.ts'
import { tokenStoreLaws } from '../laws/tokenStoreLaws.ts'

const keys = [Buffer.alloc(32, 1).toString('base64')]

export const sealed = (store) => sealedTokenStore(store, keys)

const outcomes = async (name, laws, run) => {
  const found = []
  for (const law of laws) {
    const error = await run(law).then(
      () => undefined,
      (reason) => reason,
    )
    found.push({ name: `${name}: ${law.name}`, error: error === undefined ? undefined : String(error.stack ?? error) })
  }
  return found
}

/** `place` makes an empty store for each law: its `open`, and for tokens its `pass`, which makes stored times earlier. */
export const tokenOutcomes = (name, place) =>
  outcomes(name, tokenStoreLaws, async ({ check }) => {
    const { open, pass } = await place()
    await check(open, pass)
  })

export const checkpointOutcomes = (name, place) =>
  outcomes(name, checkpointStoreLaws, async ({ check }) => check((await place()).open))
