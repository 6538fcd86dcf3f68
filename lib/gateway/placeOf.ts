import type { PathTemplate } from '../profile/ServiceProfile.js'

/** Where the path of an operation leads, without the parameter that says what a list is about. */
export const placeOf = (template: PathTemplate): string => (template ?? '').split('?', 1)[0] ?? ''
