/** A category in two languages: `id|English|French`. */
type Entry = string

/**
 * The categories of the API's deployments, in two levels: the first of each array is the parent of the others.
 */
const tree: ReadonlyArray<readonly [Entry, ...ReadonlyArray<Entry>]> = [
  [
    '2|Income|Entrées d’argent',
    '3|Sales|Ventes',
    '80|Interest income|Intérêts',
    '230|Salaries|Salaires',
    '231|Retirement|Retraite',
    '232|Rental income|Loyers reçus',
    '279|Savings|Épargne',
    '282|Reimbursements|Remboursements',
    '283|Extra income|Revenus exceptionnels',
    '268|Social benefits|Allocations',
    '289|Grants|Subventions',
    '271|Loan received|Emprunt',
    '327|Internal transfer received|Virement interne reçu',
    '4|Other income|Autres rentrées',
  ],
  [
    '159|Taxes|Impôts et taxes',
    '206|Fines|Amendes',
    '207|Taxes (others)|Impôts et taxes - Autres',
    '208|Property taxes|Taxes foncière et d’habitation',
    '209|Income taxes|Impôts sur le revenu',
    '302|VAT|TVA',
  ],
  [
    '160|Misc. expenses|Divers',
    '1|Uncategorised|À catégoriser',
    '276|Other expenses|Autres dépenses',
    '278|Insurance|Assurance',
    '294|Charity|Dons',
    '295|Laundry|Pressing',
    '324|Tobacco|Tabac',
    '338|Lottery|Jeux d’argent',
  ],
  [
    '161|Home|Logement',
    '216|Rent|Loyer',
    '217|Electricity|Électricité',
    '218|Gas|Gaz',
    '220|Home improvement|Extérieur et jardin',
    '221|Maintenance|Travaux et entretien',
    '222|Home (others)|Logement - Autres',
    '246|Home insurance|Assurance habitation',
    '293|Water|Eau',
    '328|Mortgage|Emprunt immobilier',
    '323|Charges|Charges diverses',
  ],
  [
    '162|Shopping|Achats et shopping',
    '183|Gifts|Cadeaux',
    '184|High tech|High-tech',
    '186|Shopping (others)|Achats - Autres',
    '243|Books|Livres',
    '272|Clothing and shoes|Vêtements et chaussures',
    '262|Music|Musique',
    '291|Sporting goods|Articles de sport',
    '318|Movies and games|Films et jeux',
    '331|Licences|Licences',
    '319|Furniture|Mobilier',
  ],
  [
    '163|Health|Santé',
    '236|Pharmacy|Pharmacie',
    '245|Health insurance|Mutuelle',
    '261|Doctor|Médecin',
    '263|Optician|Opticien',
    '268001|Dentist|Dentiste',
    '325|Health (others)|Santé - Autres',
    '322|Hospital|Hôpital',
  ],
  [
    '164|Bank|Banque',
    '79|Monthly fees|Frais bancaires',
    '89|Loan repayment|Remboursement d’emprunt',
    '191|Incident fees|Incidents de paiement',
    '192|Bank services|Services bancaires',
    '194|Mortgage refund|Hypothèque',
    '195|Bank (others)|Banque - Autres',
    '306|Investment|Investissement',
    '756587|Debit of a card|Débit mensuel de carte',
  ],
  [
    '165|Auto and transport|Auto et transports',
    '84|Car insurance|Assurance véhicule',
    '87|Fuel|Carburant',
    '196|Plane ticket|Billets d’avion',
    '197|Public transport|Transports en commun',
    '198|Train ticket|Billets de train',
    '247|Car maintenance|Entretien véhicule',
    '248|Car rental|Location de véhicule',
    '249|Car loan|Crédit automobile',
    '251|Parking|Stationnement',
    '264|Taxi|Taxi',
    '288|Auto (others)|Auto et transports - Autres',
    '309|Tolls|Péage',
  ],
  [
    '166|Professional expenses|Dépenses pro',
    '90|Accounting|Comptabilité',
    '202|Online services|Services en ligne',
    '203|Office supplies|Fournitures de bureau',
    '204|Advertising|Publicité',
    '205|Shipping costs|Frais d’expédition',
    '265|Hiring fees|Recrutement',
    '269|Legal fees|Frais de conseil',
    '274|Printing|Imprimerie',
    '90001|Salaries paid|Salaires versés',
    '270|Executive pay|Rémunération du dirigeant',
    '329|Subcontracting|Sous-traitance',
    '330|Training taxes|Taxes de formation',
    '317|Pension|Prévoyance',
  ],
  [
    '167|School and children|Scolarité et enfants',
    '237|Babysitters and daycare|Garde d’enfants',
    '238|School|École',
    '239|Student housing|Logement étudiant',
    '240|Tuition|Frais de scolarité',
    '241|Student loan|Prêt étudiant',
    '259|Allowance|Argent de poche',
    '266|Baby products|Produits pour bébé',
    '267|Toys|Jouets',
  ],
  [
    '168|Food and dining|Alimentation et restaurants',
    '83|Restaurants|Restaurants',
    '188|Food (others)|Alimentation - Autres',
    '260|Fast food|Restauration rapide',
    '273|Groceries|Supermarché et épicerie',
    '313|Coffee shops|Café',
  ],
  [
    '170|Leisure|Loisirs et sorties',
    '223|Travel|Voyages et vacances',
    '224|Hobbies|Hobbies',
    '226|Hotels|Hôtels',
    '227|Leisure (others)|Loisirs - Autres',
    '242|Sports|Sport',
    '244|Restaurants out|Sorties au restaurant',
    '310|Bars and clubs|Bars et clubs',
    '320|Amusements|Divertissements',
    '268002|Cinema|Cinéma',
    '269001|Arts|Sorties culturelles',
    '321|Pets|Animaux',
  ],
  [
    '171|Bills and subscriptions|Abonnements',
    '180|Internet|Internet',
    '219|Cable and streaming|Câble et streaming',
    '258|Subscriptions (others)|Abonnements - Autres',
    '277|Mobile phone|Téléphonie mobile',
    '280|Home phone|Téléphonie fixe',
  ],
  [
    '303|Withdrawals, cheques and transfers|Retraits, chèques et virements',
    '78|Cheque received|Chèque reçu',
    '85|Withdrawals|Retraits',
    '88|Cheques|Chèques',
    '326|Internal transfer|Virement interne',
    '432|Transfer|Virement',
  ],
  [
    '315|Beauty care|Esthétique et soins',
    '235|Hairdresser|Coiffeur',
    '248001|Cosmetics|Cosmétique',
    '316|Spa and massage|Spa et massage',
    '315001|Beauty (others)|Esthétique - Autres',
  ],
]

/** The languages that names are translated to. */
export type Language = 'en' | 'fr'

interface Row {
  readonly id: number
  readonly name: string
}

const readEntry = (entry: Entry, language: Language): Row => {
  const [id, en = '', fr = ''] = entry.split('|')
  return { id: Number(id), name: language === 'fr' ? fr : en }
}

/** The parent categories, each of which contains its children, in the format of API version 2021-06-01. */
export const categories = (language: Language): ReadonlyArray<Row & { readonly categories: ReadonlyArray<Row> }> =>
  tree.map(([parent, ...children]) => ({
    ...readEntry(parent, language),
    categories: children.map((entry) => readEntry(entry, language)),
  }))
