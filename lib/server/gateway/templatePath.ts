import type { PathTemplate } from '../../service/profile/ServiceProfile.js'

/** The path of an operation, without the query parameter that has the id of the resource that a list belongs to. */
export const templatePath = (template: PathTemplate): string => (template ?? '').split('?', 1)[0] ?? ''
