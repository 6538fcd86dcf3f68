/** An issue that a schema reports: a message, and the path in the value. */
export interface StandardIssue {
  readonly message: string
  readonly path?: ReadonlyArray<PropertyKey | { readonly key: PropertyKey }> | undefined
}

/** The result of a validation: the value, or issues. */
export type StandardResult<A> =
  | { readonly value: A; readonly issues?: undefined }
  | { readonly issues: ReadonlyArray<StandardIssue> }

/**
 * A schema that any library can read: version 1 of https://standardschema.dev, which allows copies of its interface. Zod,
 * Valibot and ArkType create such schemas.
 */
export interface StandardSchema<I = unknown, A = I> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => StandardResult<A> | Promise<StandardResult<A>>
    readonly types?: { readonly input: I; readonly output: A } | undefined
  }
}
