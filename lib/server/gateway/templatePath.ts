import type { PathTemplate } from '../../service/profile/ServiceProfile.js'

/** The path of an operation without its query, which may contain the id of the owner of a list. */
export const templatePath = (template: PathTemplate): string => (template ?? '').split('?', 1)[0] ?? ''
