import { type AddedFault, type FaultName, faults } from './faults.js'
import type { Wanted } from './run/createRun.js'
import { type SceneName, scenes } from './scenes.js'

/** What the address of the page says. `script`: the program, where it is not the scene's own. */
export interface Address extends Wanted {
  readonly scene: SceneName
  readonly script: string | undefined
}

const whole = (text: string | null, most: number): number | undefined => {
  const value = Number(text ?? NaN)
  return Number.isInteger(value) && value >= 0 && value <= most ? value : undefined
}

const isFault = (name: string): name is FaultName => Object.hasOwn(faults, name)

const faultsIn = (text: string, most: number): ReadonlyArray<AddedFault> =>
  text
    .split('.')
    .flatMap((one) => {
      const [name = '', moment = ''] = one.split('@')
      const at = whole(moment === '' ? null : moment, most)
      return isFault(name) && at !== undefined ? [{ name, at }] : []
    })
    .sort((a, b) => a.at - b.at)

/** Reads the part of an address behind `#`. What it does not say, or says wrongly, is as at the beginning. */
export const readAddress = (hash: string): Address => {
  const given = new URLSearchParams(hash.replace(/^#/, ''))
  const named = given.get('scene') ?? ''
  const scene = Object.hasOwn(scenes, named) ? (named as SceneName) : 'pages'
  const { span } = scenes[scene]
  return {
    scene,
    seed: whole(given.get('seed'), 1_000_000) ?? 1,
    moment: whole(given.get('at'), span) ?? 0,
    faults: faultsIn(given.get('faults') ?? '', span),
    script: given.get('script') ?? undefined,
  }
}

/** Whether an address says which moment to show; one that does not begins to play. */
export const hasMoment = (hash: string): boolean => new URLSearchParams(hash.replace(/^#/, '')).has('at')

/** Writes the part of an address behind `#`. */
export const writeAddress = ({ scene, seed, moment, faults: added, script }: Address): string => {
  const given = new URLSearchParams({ scene, seed: String(seed), at: String(moment) })
  if (added.length > 0) given.set('faults', added.map(({ name, at }) => `${name}@${String(at)}`).join('.'))
  if (script !== undefined) given.set('script', script)
  return `#${given.toString()}`
}
