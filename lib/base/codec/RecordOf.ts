import type * as t from 'io-ts'

/** The fields of a record: a codec under each name. */
export type Fields = Readonly<Record<string, t.Mixed>>

type Flat<A> = { [K in keyof A]: A[K] }

/** What a record decodes to: its required fields, and its optional ones, which may be missing or `null`. */
export type RecordOf<R extends Fields, O extends Fields> = Flat<
  { readonly [K in keyof R]: t.TypeOf<R[K]> } & { readonly [K in keyof O]?: t.TypeOf<O[K]> | null | undefined }
>

/** What a record encodes to. */
export type RecordOutput<R extends Fields, O extends Fields> = Flat<
  { readonly [K in keyof R]: t.OutputOf<R[K]> } & { readonly [K in keyof O]?: t.OutputOf<O[K]> | null | undefined }
>
