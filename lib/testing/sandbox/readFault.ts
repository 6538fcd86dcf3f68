import * as t from 'io-ts'
import { guardCodec } from '../../base/codec/guardCodec.js'
import { milliseconds } from '../../base/codec/milliseconds.js'
import { nearest } from '../../base/codec/nearest.js'
import { options } from '../../base/codec/options.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import { wrongOption } from '../../base/error/wrongOption.js'
import type { Fault } from './Fault.js'
import { count, faultKinds } from './faultKinds.js'
import { isTarget, targetNames } from './faultTarget.js'

const kinds = Object.keys(faultKinds)

const isKind = (u: unknown): u is Fault['kind'] => typeof u === 'string' && Object.hasOwn(faultKinds, u)

/** A hint such as `; did you mean banks?`; `fallback` if no known word is similar. */
const hint = (word: unknown, known: ReadonlyArray<string>, fallback: string): string => {
  const suggestion = typeof word === 'string' ? nearest(word, known) : undefined
  return suggestion === undefined ? fallback : `; did you mean ${suggestion}?`
}

const probability = guardCodec('a number from 0 to 1', (u): u is number => typeof u === 'number' && u >= 0 && u <= 1)

/** Validates a fault; throws a `ConfigError` that names the invalid fields. */
export const readFault = (fault: Fault): Fault => {
  const { kind, on }: Readonly<Record<string, unknown>> = { ...fault }
  if (!isKind(kind)) throw wrongOption('/kind', `a kind of fault${hint(kind, kinds, `: ${kinds.join(', ')}`)}`)
  const { required = {}, optional = {} } = faultKinds[kind]
  const scope = {
    on: guardCodec(
      `a path, a pattern for paths, a function, or a route${hint(on, targetNames, ' such as transactions')}`,
      isTarget,
    ),
    times: count,
    after: count,
    probability,
    duration: milliseconds(1),
  }
  return decodeOptions(options('a fault', { kind: t.unknown, ...required }, { ...optional, ...scope }), fault) as Fault
}
