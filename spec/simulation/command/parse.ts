import { availableParallelism } from 'node:os'
import { Command, InvalidArgumentError, Option } from 'commander'
import { shardSize } from '../run/jobs.js'
import type { Options } from './Options.js'

const number =
  (least: number, greatest: number, isWhole: boolean) =>
  (text: string): number => {
    const value = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : NaN
    if (value >= least && value <= greatest && (!isWhole || Number.isInteger(value))) return value
    const kind = isWhole ? 'a whole number' : 'a number'
    throw new InvalidArgumentError(`It must be ${kind} from ${String(least)} to ${String(greatest)}.`)
  }

const greatestSeed = 2 ** 32 - 1
const seed = number(0, greatestSeed, true)

const listOf =
  <A>(item: (text: string) => A) =>
  (text: string): ReadonlyArray<A> =>
    text.split(',').map(item)

const range = (text: string): ReadonlyArray<number> => {
  const [from = NaN, to = NaN] = /^\d+-\d+$/.test(text) ? text.split('-').map(seed) : []
  if (!(to >= from && to - from < 100_000))
    throw new InvalidArgumentError('It must be the first seed and the last, such as 1-100, and at most 100,000 seeds.')
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}

/** Each seed once: the shards of a seed are lived together. */
const ranges = (text: string): ReadonlyArray<number> => Array.from(new Set(listOf(range)(text).flat()))

const actionId = (text: string): string => {
  if (/^\d+\.\d+$/.test(text)) return text
  throw new InvalidArgumentError('It must be ids of actions, such as 12.3,12.15.')
}

/** No action at all breaks some things, too. */
const actionIds = (text: string): ReadonlyArray<string> => (text === '' ? [] : listOf(actionId)(text))

const command = (): Command =>
  new Command('simulate')
    .description('A client and its service under virtual time, with faults; checks what must hold, at every event.')
    .addOption(new Option('--seed <number>', 'what everything is drawn from').argParser(seed).default(1))
    .addOption(
      new Option('--seeds <from-to>', 'run every seed from the first to the last, such as 1-100 or 1-100,200-209')
        .argParser(ranges)
        .conflicts('seed'),
    )
    .addOption(
      new Option('--users <number>', 'how many users there are').argParser(number(1, 100_000, true)).default(100),
    )
    .addOption(new Option('--days <number>', 'virtual days').argParser(number(0.01, 36_500, false)).default(30))
    .addOption(
      new Option('--fault-rate <share>', 'share of requests that meet a fault')
        .argParser(number(0, 1, false))
        .default(0.05),
    )
    .addOption(
      new Option('--workers <number>', 'threads; they change only how long it takes')
        .argParser(number(1, 256, true))
        .default(availableParallelism(), 'the cores'),
    )
    .option('--tap', 'print one line of TAP for each seed')
    .option('--trace', 'print all that happens')
    .option('--no-shrink', 'print a broken invariant as it was found')
    .addOption(new Option('--shard <number>', 'run only this shard of ten users').argParser(number(0, 9999, true)))
    .addOption(
      new Option('--user <numbers>', 'run only these users of --shard, such as 0,3').argParser(
        listOf(number(0, 9, true)),
      ),
    )
    .addOption(
      new Option('--from <day>', 'begin with this day; the first is 0').argParser(number(0, 36_500, true)).default(0),
    )
    .addOption(new Option('--only <ids>', 'do only these actions of --shard, such as 12.3,12.15').argParser(actionIds))

interface Given {
  readonly seed: number
  readonly seeds?: ReadonlyArray<number>
  readonly users: number
  readonly days: number
  readonly faultRate: number
  readonly workers: number
  readonly tap?: true
  readonly trace?: true
  readonly shrink: boolean
  readonly shard?: number
  readonly user?: ReadonlyArray<number>
  readonly from: number
  readonly only?: ReadonlyArray<string>
}

/** Reads the arguments of the command; prints help or what is wrong, and ends the process, where they ask for it. */
export const parse = (args: ReadonlyArray<string>): Options => {
  const parser = command().exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
  const given = parser.parse(args, { from: 'user' }).opts<Given>()
  const { seed: one, seeds = [one], users, days, faultRate, workers, from, shard, user, only } = given
  const refuse = (what: string): void => parser.error(`error: ${what}`, { exitCode: 2 })
  if (from >= days) refuse(`--from ${String(from)} is not before the end of --days ${String(days)}`)
  if (shard === undefined && user !== undefined) refuse('--user needs --shard')
  if (shard === undefined && only !== undefined) refuse('--only needs --shard')
  if (shard !== undefined) {
    const first = shard * shardSize
    if (first >= users) refuse(`--shard ${String(shard)} has no users, with --users ${String(users)}`)
    const missing = user?.find((number) => first + number >= users)
    if (missing !== undefined)
      refuse(`--user ${String(missing)} is not in --shard ${String(shard)}, with --users ${String(users)}`)
  }
  return {
    seeds,
    users,
    days,
    faultRate,
    workers,
    isTap: given.tap === true,
    isTraced: given.trace === true,
    shrinks: given.shrink,
    from,
    ...(shard === undefined ? {} : { shard }),
    ...(user === undefined ? {} : { participants: user }),
    ...(only === undefined ? {} : { only }),
  }
}
