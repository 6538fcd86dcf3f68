import { parseArgs } from 'node:util'
import { isLeft } from 'fp-ts/lib/Either.js'
import { decode } from '../../lib/base/codec/decode.js'
import { guardCodec } from '../../lib/base/codec/guardCodec.js'
import { integer } from '../../lib/base/codec/numbers.js'
import { options } from '../../lib/base/codec/options.js'
import { ConfigError } from '../../lib/index.js'

/** How long the soak runs, and how often it samples. */
export interface SoakConfig {
  readonly minutes: number
  /** Seconds between two samples. */
  readonly every: number
  readonly seed: number
}

export const usage = `Usage: npm run soak -- [options]

Runs a watcher for a while against a sandbox in another process, at compressed intervals and with faults, prints its
memory, handles, sockets and requests, and says at the end whether they are flat. Ctrl-C ends it early.

  --minutes <number>  how long; default 30
  --every <seconds>   between two lines; default: so that there are 100, at least one second apart
  --seed <number>     of the sandbox's data and faults; default 1
  --help              this

Exit status: 0 when it is flat, 1 when it is not or when it was too short to tell, 2 for a wrong option.
`

const amount = guardCodec('a number above 0', (u): u is number => Number.isFinite(u) && (u as number) > 0)
const codec = options('options', {}, { '--minutes': amount, '--every': amount, '--seed': integer(0) })

const text = { type: 'string' } as const
const known = { minutes: text, every: text, seed: text, help: { type: 'boolean' } } as const

/** What the arguments say, or that they ask for help; throws a `ConfigError` for what is wrong. */
export const soakConfig = (args: ReadonlyArray<string>): SoakConfig | 'help' => {
  // What is wrong is for the codec to say, in the same words for all.
  const { tokens } = parseArgs({ args: [...args], options: known, strict: false, tokens: true })
  if (tokens.some((token) => token.kind === 'option' && token.name === 'help')) return 'help'
  const given = tokens.flatMap((token) => {
    if (token.kind === 'positional') return [[token.value, NaN]]
    return token.kind === 'option' ? [[token.rawName, token.value ? Number(token.value) : NaN]] : []
  })
  const decoded = decode(codec, Object.fromEntries(given))
  if (isLeft(decoded)) throw new ConfigError({ issues: decoded.left })
  const { '--minutes': minutes = 30, '--seed': seed = 1 } = decoded.right
  return { minutes, seed, every: decoded.right['--every'] ?? Math.max((minutes * 60) / 100, 1) }
}
