import type * as t from 'io-ts'

/** How an option narrows a list: the parameter that it becomes, and the codec of its format, a string or a number. */
export interface Filter {
  readonly parameter: string
  readonly format: t.Mixed
}

/** The filters of a list, by the names of their options. */
export type Filters = Readonly<Record<string, Filter>>

/** The options that filters take. */
export type FilterOptions<F extends Filters> = { readonly [K in keyof F]?: t.TypeOf<F[K]['format']> }

/**
 * The filter options of a list, for a client with these resources; no options if the resources name no filters for the
 * list.
 */
export type FiltersOf<R, K extends string> = R extends {
  readonly filters: Readonly<Record<K, infer O>>
}
  ? O
  : unknown
