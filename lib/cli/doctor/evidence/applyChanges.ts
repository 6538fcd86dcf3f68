import type { Codecs, ServiceProfile } from '../../../index.js'
import { usageError } from '../../CommandError.js'
import { findProfile } from '../../profiles.js'
import { AdaptedType, type FieldChange, recordOf } from './AdaptedType.js'
import { changeText, type ProfileChange } from './ProfileChange.js'

const isFieldChange = (change: ProfileChange): change is FieldChange & ProfileChange => 'field' in change

const refuse = (change: ProfileChange, reason: string): never => {
  throw usageError(`the change "${changeText(change)}" cannot be applied: ${reason}`)
}

const withFields = (profile: ServiceProfile, changes: ReadonlyArray<FieldChange & ProfileChange>): ServiceProfile => {
  const codecs: Record<string, unknown> = { ...profile.codecs }
  for (const resource of new Set(changes.map((change) => change.resource))) {
    const resourceChanges = changes.filter((change) => change.resource === resource)
    const record = recordOf(profile.codecs[resource])
    for (const change of resourceChanges) {
      const isKnown =
        record !== undefined &&
        (Object.hasOwn(record.required, change.field) || Object.hasOwn(record.optional, change.field))
      if (!isKnown) refuse(change, `${profile.name} has no such field`)
    }
    if (record !== undefined) codecs[resource] = new AdaptedType(record, resourceChanges)
  }
  return { ...profile, codecs: codecs as unknown as Codecs }
}

const withChange = (profile: ServiceProfile, change: ProfileChange): ServiceProfile => {
  switch (change.change) {
    case 'remove-operation':
      return { ...profile, paths: { ...profile.paths, [change.operation]: null } }
    case 'read-limit-headers': {
      const { remaining, reset, limit } = change
      const names = { remaining, reset, ...(limit === undefined ? {} : { limit }) }
      return { ...profile, limitHeaders: [names, ...(profile.limitHeaders ?? [])] }
    }
    case 'add-item-status': {
      if (change.action === null) return profile
      const { statuses = {}, refreshes = {} } = profile.itemStates ?? {}
      return { ...profile, itemStates: { refreshes, statuses: { ...statuses, [change.status]: change.action } } }
    }
    default:
      return profile
  }
}

/** A profile with changes. Throws a usage error for a change that does not fit the profile. */
export const applyChanges = (profile: ServiceProfile, changes: ReadonlyArray<ProfileChange>): ServiceProfile => {
  const replacement = changes.find((change) => change.change === 'use-profile')
  const base = (replacement && findProfile(replacement.profile)) ?? profile
  return withFields(changes.reduce(withChange, base), changes.filter(isFieldChange))
}
