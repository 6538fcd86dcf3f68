import { itemState } from 'rxbank'
import { bridge2025, type Bridge2025Item } from 'rxbank/bridge'

/** What has to be done about an item, as a word. */
export const stateOf = (item: Bridge2025Item) => itemState(bridge2025, item)._tag

/** Whether the service has read an item before. */
export const wasRead = ({ last_successful_refresh: at }: Bridge2025Item): boolean => at instanceof Date
