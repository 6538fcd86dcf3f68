import type * as t from 'io-ts'

/** The fields of a record: a codec for each name. */
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

/** A codec for each field that an interface requires. */
export type RequiredCodecs<A> = {
  readonly [K in keyof A as undefined extends A[K] ? never : K]: t.Type<A[K], unknown>
}

/** A codec for each optional field of an interface. It need not accept `undefined` or `null`. */
export type OptionalCodecs<A> = {
  readonly [K in keyof A as undefined extends A[K] ? K : never]-?:
    | t.Type<NonNullable<A[K]>, unknown>
    | t.Type<Exclude<A[K], undefined>, unknown>
}

/** The codecs of the fields of an interface. */
export interface RecordCodec<A> extends t.Type<A, unknown> {
  readonly _tag: 'RecordType'
  readonly required: RequiredCodecs<A>
  readonly optional: OptionalCodecs<A>
}
