import { isLeft } from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { decode } from '../../base/codec/decode.js'
import { object } from '../../base/codec/object.js'
import { parseJson } from '../../base/codec/parseJson.js'
import type { ServiceProfile } from '../../service/profile/ServiceProfile.js'
import type { DoctorOperation } from './DoctorOperation.js'
import type { DifferingField, Fit, MissingField, UnknownField } from './DoctorReport.js'
import { fieldTally } from './fieldTally.js'
import type { RecordedExchange } from './recordingTransport.js'
import { shapeOf } from './shapeOf.js'

/** The fields of the answers of an operation, compared with the profile in use and with the others. */
export interface Fields {
  readonly rows: number
  readonly unknownFields: ReadonlyArray<UnknownField>
  readonly missingFields: ReadonlyArray<MissingField>
  readonly differingFields: ReadonlyArray<DifferingField>
  readonly fits: ReadonlyArray<Fit>
}

const bodyOf = ({ status, body }: RecordedExchange): unknown => {
  const json = parseJson(body)
  return status >= 200 && status < 300 && !isLeft(json) ? json.right : undefined
}

/** The rows of an answer: the rows of a list, or the answer itself. */
const rowsOf = (body: unknown, isList: boolean): ReadonlyArray<unknown> => {
  if (!object.is(body)) return []
  if (!isList) return [body]
  return Array.isArray(body.resources) ? body.resources : []
}

const fitOf = (profile: string, codec: t.Mixed, rows: ReadonlyArray<unknown>): Fit => {
  const { unknown, missing, differing } = fieldTally(shapeOf(codec), rows)
  return {
    profile,
    decodes: rows.every((row) => !isLeft(decode(codec, row))),
    unknown: unknown.length,
    missing: missing.length,
    differing: differing.length,
  }
}

/** Compares answers with the profiles, the one in use first. */
export const compareFields = (
  operation: DoctorOperation,
  exchanges: ReadonlyArray<RecordedExchange>,
  profile: ServiceProfile,
  others: ReadonlyArray<ServiceProfile>,
): Fields => {
  const rows = exchanges.map(bodyOf).flatMap((body) => rowsOf(body, operation.list !== undefined))
  const codec = operation.codec(profile)
  const shape = shapeOf(codec)
  const { unknown, missing, differing } = fieldTally(shape, rows)
  // If the service documents no fields, as for insights, no field of an answer is unknown.
  const isDocumented = shape.fields?.size !== 0
  // A profile with other roots requests other paths, so these answers show nothing about it.
  const hasSameRoots = ({ roots }: ServiceProfile): boolean => roots.join(' ') === profile.roots.join(' ')
  const known = [profile, ...others.filter((other) => other.name !== profile.name && hasSameRoots(other))]
  return {
    rows: rows.length,
    unknownFields: isDocumented ? unknown : [],
    missingFields: missing,
    differingFields: differing,
    fits:
      rows.length === 0
        ? []
        : known.map((knownProfile) => fitOf(knownProfile.name, operation.codec(knownProfile), rows)),
  }
}
