/**
 * The key of a global symbol. A process may load several copies of the package: the ES modules and CommonJS of one install,
 * or two versions. Each copy must recognize the values that another one has made, so they share state by these keys.
 */
const keyOf = (name: string): symbol => Symbol.for(`rxbank.${name}`)

/**
 * What all copies of the package share under a name: the first one makes it. Where `globalThis` is frozen, each copy has
 * its own.
 */
export const shareAcrossCopies = <A extends object>(name: string, make: () => A): A => {
  const key = keyOf(name)
  if (Object.hasOwn(globalThis, key)) return (globalThis as unknown as Record<symbol, A>)[key] as A
  const created = make()
  Reflect.defineProperty(globalThis, key, { value: created })
  return created
}

/** Makes `instanceof` hold for the instances that other copies of the package made of the same class. */
export const recognizeCopies = (constructor: { readonly prototype: object }, name: string): void => {
  const key = keyOf(name)
  Object.defineProperty(constructor.prototype, key, { value: true })
  Object.defineProperty(constructor, Symbol.hasInstance, {
    value: (u: unknown) => typeof u === 'object' && u !== null && key in u,
  })
}
