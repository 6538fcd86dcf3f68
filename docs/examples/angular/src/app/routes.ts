import type { Routes } from '@angular/router'

/** The page that is opened is loaded first, then the others, to be there offline too; leaving one ends what it asks. */
export const routes: Routes = [
  { path: '', title: 'Pocketbook', loadComponent: () => import('./overview/Overview').then((m) => m.Overview) },
  {
    path: 'account',
    title: 'Account · Pocketbook',
    loadComponent: () => import('./account/AccountPage').then((m) => m.AccountPage),
  },
  {
    path: 'transactions',
    title: 'Transactions · Pocketbook',
    loadComponent: () => import('./transactions/Transactions').then((m) => m.Transactions),
  },
  {
    path: 'stocks',
    title: 'Stocks · Pocketbook',
    loadComponent: () => import('./stocks/Stocks').then((m) => m.Stocks),
  },
  {
    path: 'categories',
    title: 'Categories · Pocketbook',
    loadComponent: () => import('./categories/Categories').then((m) => m.Categories),
  },
  {
    path: 'connected',
    title: 'Connected · Pocketbook',
    loadComponent: () => import('./connect/Connected').then((m) => m.Connected),
  },
  {
    path: 'consents',
    title: 'Consents · Pocketbook',
    loadComponent: () => import('./consents/Consents').then((m) => m.Consents),
  },
  {
    path: 'renewed',
    title: 'Renewed · Pocketbook',
    loadComponent: () => import('./consents/Renewed').then((m) => m.Renewed),
  },
  { path: '**', redirectTo: '' },
]
