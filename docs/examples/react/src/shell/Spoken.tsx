import type { ReactNode } from 'react'

/** Text for screen readers alone. */
export const Spoken = ({ children }: { readonly children: ReactNode }) => <span className="spoken">{children}</span>
