import { InvalidArgumentError } from 'commander'
import { documentedProfile } from '../../service/profile/documentedProfile.js'
import type { Fault } from '../../testing/sandbox/Fault.js'
import { column } from '../formatText.js'
import { type FaultParameters, faultTable, scope } from './faultTable.js'
import { suggestion } from './suggestion.js'

const invalidFault = (message: string): InvalidArgumentError =>
  new InvalidArgumentError(message.endsWith('?') ? message : `${message}.`)

/**
 * Splits `a=1,b=2,3` into `a=1` and `b=2,3`: text after a comma that is not a parameter belongs to the value before it.
 */
const splitParameters = (text: string): ReadonlyArray<readonly [string, string]> =>
  text.split(/,(?=[A-Za-z]+=)/).map((part) => {
    const separator = part.indexOf('=')
    return separator < 0 ? [part, ''] : [part.slice(0, separator), part.slice(separator + 1)]
  })

const parseParameter = (kind: string, name: string, text: string, parameters: FaultParameters) => {
  const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined
  if (parameter === undefined) {
    throw invalidFault(`${kind} has no parameter '${name}'${suggestion(name, Object.keys(parameters))}`)
  }
  const value = parameter.parse(text)
  if (value === undefined) {
    throw invalidFault(`${kind}: ${name}: expected ${parameter.expected}${parameter.suggest?.(text) ?? ''}`)
  }
  return value
}

/** Parses a fault, such as `rate-limit:on=transactions,retryAfter=2`. */
export const parseFault = (text: string): Fault => {
  const [, kind = '', parameterText] = /^([^:]*)(?::([^]*))?$/.exec(text) ?? []
  const row = Object.hasOwn(faultTable, kind) ? faultTable[kind] : undefined
  if (row === undefined) throw invalidFault(`There is no fault '${kind}'${suggestion(kind, Object.keys(faultTable))}`)
  const parameters = { ...row.required, ...row.optional, ...scope }
  const entries = parameterText === undefined ? [] : splitParameters(parameterText)
  const values = Object.fromEntries(
    entries.map(([name, value]) => [name, parseParameter(kind, name, value, parameters)]),
  )
  const missing = Object.entries(row.required ?? {}).find(([name]) => !Object.hasOwn(values, name))
  if (missing !== undefined) {
    const [name, { expected }] = missing
    throw invalidFault(`${kind} needs ${name}: ${expected}, as in ${kind}:${name}=…`)
  }
  return { kind, ...values } as Fault
}

/** Parses a fault and adds it to the faults of earlier options. */
export const appendFault = (text: string, faults: ReadonlyArray<Fault> = []): ReadonlyArray<Fault> => [
  ...faults,
  parseFault(text),
]

const wrapWords = (words: ReadonlyArray<string>, width: number): ReadonlyArray<string> =>
  words.reduce<ReadonlyArray<string>>((lines, word) => {
    const last = lines.at(-1)
    const longer = last === undefined ? word : `${last}, ${word}`
    return last !== undefined && longer.length < width ? [...lines.slice(0, -1), longer] : [...lines, word]
  }, [])

const row = (left: string, middle: string, right: string): string =>
  `  ${column(left, 17)}${column(middle, 21)}${right}`.trimEnd()

/** The help topic on faults and routes, with optional parameters in brackets. */
export const faultHelp = (): string => {
  const faults = Object.entries(faultTable).map(([kind, { help, required = {}, optional = {} }]) => {
    const names = [...Object.keys(required), ...Object.keys(optional).map((name) => `[${name}]`)]
    return row(kind, names.join(' '), help)
  })
  const scopes = Object.entries(scope).map(([name, { expected }]) => row('', `[${name}]`, expected))
  const routes = wrapWords(Object.keys(documentedProfile.paths), 77)
    .map((line) => `  ${line}`)
    .join(',\n')
  return [
    'Usage: rxbank sandbox --fault <kind:key=value,...>',
    '',
    'Faults; each applies once unless times is set:',
    ...faults,
    'Parameters of every fault:',
    ...scopes,
    'Routes:',
    routes,
    '',
    'Examples:',
    '  $ rxbank sandbox --fault rate-limit:on=transactions,retryAfter=2,times=3',
    '  $ rxbank sandbox --fault latency:ms=300,times=all \\',
    '      --fault cut:probability=0.1,times=all',
  ].join('\n')
}
