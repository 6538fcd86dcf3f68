/**
 * A global symbol. A process may load several copies of the package: ES modules and CommonJS of one installation, or
 * two versions. Each copy must recognize the values of other copies, so they share state under these symbols.
 */
const toGlobalKey = (name: string): symbol => Symbol.for(`rxbank.${name}`)

/**
 * State that all copies of the package share under a name; the first copy creates it. If `globalThis` is frozen, each
 * copy has its own state.
 */
export const shareAcrossCopies = <A extends object>(name: string, make: () => A): A => {
  const key = toGlobalKey(name)
  if (Object.hasOwn(globalThis, key)) return (globalThis as unknown as Record<symbol, A>)[key] as A
  const created = make()
  Reflect.defineProperty(globalThis, key, { value: created })
  return created
}

/** Makes `instanceof` recognize instances of the same class from other copies of the package. */
export const recognizeCopies = (constructor: { readonly prototype: object }, name: string): void => {
  const key = toGlobalKey(name)
  Object.defineProperty(constructor.prototype, key, { value: true })
  Object.defineProperty(constructor, Symbol.hasInstance, {
    value: (u: unknown) => typeof u === 'object' && u !== null && key in u,
  })
}
