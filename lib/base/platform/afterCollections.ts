/** Removes idle values after a garbage collection. */
export interface Sweepable {
  readonly sweep: () => void
}

let registry: FinalizationRegistry<WeakRef<Sweepable>> | undefined

/**
 * Calls `sweep` after each garbage collection, as long as `owner` exists, on platforms that report collections. Keeps
 * neither `owner` nor the process alive.
 */
export const afterCollections = (owner: Sweepable): void => {
  if (typeof FinalizationRegistry === 'undefined') return
  registry ??= new FinalizationRegistry((weakOwner) => {
    const swept = weakOwner.deref()
    if (swept === undefined) return
    swept.sweep()
    afterCollections(swept)
  })
  // Nothing else refers to this object, so the next collection finds it.
  registry.register({}, new WeakRef(owner))
}
