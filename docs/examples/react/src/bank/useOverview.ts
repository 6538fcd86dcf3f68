import { useMemo } from 'react'
import { useStream } from 'rxbank/react'
import { arrival } from '../connect/arrival'
import { useBank } from './client'
import { type DueConsent, dueConsents, withoutSettled } from './consents'
import { liveOverview } from './overview'

const noConsents: ReadonlyMap<number, DueConsent> = new Map()

/** The items and accounts of the user, live. All components share one subscription. */
export const useOverview = () => {
  const { user } = useBank()
  const visitedItem = arrival?.outcome === 'success' ? arrival.itemId : undefined
  return useStream('overview', () => liveOverview(user, visitedItem))
}

/** The consents to renew by the ids of their items, live. */
export const useDueConsents = () => {
  const { user } = useBank()
  const items = useOverview().value?.items
  const consents = useStream('consents', () => dueConsents(user), { initialValue: noConsents })
  const value = useMemo(
    () => (items === undefined ? consents.value : withoutSettled(consents.value, items)),
    [consents.value, items],
  )
  return { ...consents, value }
}
