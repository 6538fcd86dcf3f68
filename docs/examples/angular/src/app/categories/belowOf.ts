import type { Category } from 'rxbank'

/** The categories below one; none where the service writes them in another way. */
export const belowOf = ({ categories }: Category): ReadonlyArray<Pick<Category, 'id' | 'name'>> =>
  Array.isArray(categories) ? (categories as ReadonlyArray<Category>) : []
