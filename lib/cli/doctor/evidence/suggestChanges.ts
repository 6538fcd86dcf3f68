import { isRight } from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import type { Fields } from '../../../codec.js'
import type { Resources, ServiceProfile } from '../../../index.js'
import { findProfile } from '../../profiles.js'
import { betterProfile } from '../betterProfile.js'
import type { DiagnosisState } from '../DiagnosisState.js'
import { doctorOperations } from '../doctorOperations.js'
import { isUnderstood } from '../isAttempted.js'
import { isSameService } from '../isSameService.js'
import { AdaptedType, recordOf } from './AdaptedType.js'
import { isLimitHeader } from './assumptions/limitAssumptions.js'
import { type Conversion, conversions } from './conversions.js'
import type { ProfileChange } from './ProfileChange.js'
import { sampleOf } from './sampleOf.js'
import type { ValueShape } from './valueShape.js'

type Resource = keyof Resources

const accepts = (codec: t.Mixed, value: unknown): boolean => isRight(codec.decode(value))

/** The conversion that makes values of a form readable for a codec. */
const conversionFor = (codec: t.Mixed, form: string): Conversion | undefined => {
  const sample = sampleOf(form)
  if (form === 'null' || accepts(codec, sample)) return undefined
  return (Object.keys(conversions) as ReadonlyArray<Conversion>).find((name) => {
    const isPlausible = name === 'time-from-seconds' ? form === 'integer of 10 digits' : true
    const conversionResult = conversions[name](sample)
    return isPlausible && conversionResult !== sample && accepts(codec, conversionResult)
  })
}

/** The only unknown field whose values all fit a codec, if there is exactly one. */
const renamedField = (codec: t.Mixed, shape: ValueShape, known: ReadonlySet<string>): string | undefined => {
  const candidates = Array.from(shape.fields).filter(
    ([name, { shape: fieldShape, seen }]) =>
      name !== '*' &&
      !known.has(name) &&
      seen === shape.objects &&
      Array.from(fieldShape.forms).every((form) => accepts(codec, sampleOf(form))),
  )
  return candidates.length === 1 ? candidates[0]?.[0] : undefined
}

const fieldChanges = (
  resource: Resource,
  required: Fields,
  optional: Fields,
  shape: ValueShape,
): ReadonlyArray<ProfileChange> => {
  const known = new Set([...Object.keys(required), ...Object.keys(optional)])
  const presence = Object.entries(required).flatMap(([field, codec]): ReadonlyArray<ProfileChange> => {
    const { seen = 0, shape: fieldShape } = shape.fields.get(field) ?? {}
    const from = seen === 0 ? renamedField(codec, shape, known) : undefined
    if (from !== undefined)
      return [
        { change: 'rename-field', resource, field, from, why: 'it is missing, and only this field could replace it' },
      ]
    const isNull = fieldShape?.forms.has('null') === true
    if (seen === shape.objects && !isNull) return []
    return [{ change: 'make-optional', resource, field, why: isNull ? 'it may be null' : 'it may be missing' }]
  })
  const forms = Object.entries({ ...optional, ...required }).flatMap(([field, codec]): ReadonlyArray<ProfileChange> => {
    const changes = Array.from(shape.fields.get(field)?.shape.forms ?? []).flatMap(
      (form): ReadonlyArray<ProfileChange> => {
        const conversion = conversionFor(codec, form)
        return conversion === undefined
          ? []
          : [{ change: 'convert-field', resource, field, conversion, why: `it is ${form}` }]
      },
    )
    return changes.slice(0, 1)
  })
  return [...presence, ...forms]
}

/** The changes that the rows of each resource suggest. */
const resourceChanges = ({ evidence }: DiagnosisState, profile: ServiceProfile): ReadonlyArray<ProfileChange> => {
  const changes = new Map<string, ProfileChange>()
  for (const operation of doctorOperations) {
    const shape = evidence.rows.get(operation.key)
    const { resource } = operation
    if (shape === undefined || resource === undefined || shape.objects === 0) continue
    const codec = profile.codecs[resource]
    const record = recordOf(codec)
    // The rows of a nested list are groups, and those of an adapted codec have been changed already.
    if (record === undefined || codec instanceof AdaptedType || operation.codec(profile) !== codec) continue
    for (const change of fieldChanges(resource, record.required, record.optional, shape))
      changes.set(JSON.stringify({ ...change, why: '' }), change)
  }
  return Array.from(changes.values())
}

const otherProfile = (
  { operations, acceptedProfiles, service }: DiagnosisState,
  profile: ServiceProfile,
): ReadonlyArray<ProfileChange> => {
  if (operations.some(isUnderstood)) {
    const better = betterProfile(operations, service.profile)
    const other = better?.isNeeded === true ? findProfile(better.profile) : undefined
    // A profile of another service may read more only because it checks less.
    return other !== undefined && isSameService(other, profile)
      ? [{ change: 'use-profile', profile: other.name, why: 'it reads more of the answers' }]
      : []
  }
  const [other] = acceptedProfiles
  return other === undefined
    ? []
    : [{ change: 'use-profile', profile: other.name, why: 'the service accepts its header and version' }]
}

const absentOperations = ({ operations }: DiagnosisState): ReadonlyArray<ProfileChange> => {
  if (!operations.some(({ outcome }) => outcome === 'answered')) return []
  const absent = operations.filter(({ outcome }) => outcome === 'absent').map(({ operation }) => operation)
  return doctorOperations
    .filter(({ operation, key }) => absent.includes(operation) && key !== 'authenticate')
    .map(({ key }) => ({ change: 'remove-operation', operation: key, why: 'the service answers 404, 405 or 501' }))
}

const limitHeaders = ({ evidence }: DiagnosisState): ReadonlyArray<ProfileChange> => {
  const differs = (evidence.observations.get('limit.headers')?.differed ?? 0) > 0
  const names = Array.from(evidence.headers).filter(isLimitHeader)
  const prefix = names.find((name) => name.endsWith('-remaining'))?.replace(/-remaining$/, '')
  if (!differs || prefix === undefined || !names.includes(`${prefix}-reset`)) return []
  const limit = names.includes(`${prefix}-limit`) ? { limit: `${prefix}-limit` } : {}
  return [
    {
      change: 'read-limit-headers',
      remaining: `${prefix}-remaining`,
      reset: `${prefix}-reset`,
      ...limit,
      why: 'answers have these headers',
    },
  ]
}

const itemStatuses = ({ evidence }: DiagnosisState, { itemStates }: ServiceProfile): ReadonlyArray<ProfileChange> =>
  Array.from(evidence.words.get('item.status')?.unknown ?? []).flatMap((status): ReadonlyArray<ProfileChange> =>
    typeof status === 'number' && itemStates !== undefined && itemStates.statuses[status] === undefined
      ? [{ change: 'add-item-status', status, action: null, why: 'the reference does not name it: decide the action' }]
      : [],
  )

/** The changes of the profile in use that the evidence suggests. */
export const suggestChanges = (state: DiagnosisState, profile: ServiceProfile): ReadonlyArray<ProfileChange> => {
  const replacement = otherProfile(state, profile)
  // Another profile has other fields and operations, so the other changes depend on it.
  if (replacement.length > 0) return replacement
  return [
    ...absentOperations(state),
    ...resourceChanges(state, profile),
    ...limitHeaders(state),
    ...itemStatuses(state, profile),
  ]
}
