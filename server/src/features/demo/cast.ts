/** Who writes in the demo organisation. All names are invented; all domains are reserved (RFC 2606). */

export type PersonKey = "alice" | "bob" | "carol" | "dave" | "jimin";

export interface Writer {
  readonly name: string;
  /** What colleagues call them. */
  readonly short: string;
  readonly address: string;
  readonly language: "en" | "ko";
  /** Lines under "-- ", none for people without a signature. */
  readonly signature: readonly string[];
  /** Minutes east of UTC of the Date headers they write. */
  readonly zone: number;
  /** Set for members of the organisation. */
  readonly key?: PersonKey;
  /** The projects that someone outside writes about; any when it does not say. */
  readonly projects?: readonly string[];
}

export const ORGANISATION = "Lanternfield";
export const DOMAIN = "demo.test";

export const PEOPLE: Readonly<Record<PersonKey, Writer>> = {
  alice: {
    key: "alice",
    name: "Alice Hartley",
    short: "Alice",
    address: `alice@${DOMAIN}`,
    language: "en",
    zone: 60,
    signature: ["Alice Hartley", "Projects · Lanternfield", "+44 20 7946 0018"],
  },
  bob: {
    key: "bob",
    name: "Bob Ferreira",
    short: "Bob",
    address: `bob@${DOMAIN}`,
    language: "en",
    zone: 60,
    signature: ["Bob Ferreira", "Lighting design, Lanternfield"],
  },
  carol: {
    key: "carol",
    name: "Carol Nyström",
    short: "Carol",
    address: `carol@${DOMAIN}`,
    language: "en",
    zone: 60,
    signature: ["Carol Nyström | Finance and office", "Lanternfield"],
  },
  dave: {
    key: "dave",
    name: "Dave Okafor",
    short: "Dave",
    address: `dave@${DOMAIN}`,
    language: "en",
    zone: 0,
    signature: [],
  },
  jimin: {
    key: "jimin",
    name: "서지민",
    short: "지민",
    address: `jimin@${DOMAIN}`,
    language: "ko",
    zone: 540,
    signature: ["서지민", "랜턴필드 서울 사무소", "02-555-0142"],
  },
};

/** Groups of the organisation and their members. */
export const GROUPS: readonly {
  readonly name: string;
  readonly local: string;
  readonly members: readonly PersonKey[];
}[] = [
  { name: "Project team", local: "team", members: ["alice", "bob", "dave", "jimin"] },
  { name: "Everyone", local: "everyone", members: ["alice", "bob", "carol", "dave", "jimin"] },
  { name: "Office and finance", local: "office", members: ["alice", "carol"] },
];

/** An account that some of them work in together. */
export const SHARED: {
  readonly name: string;
  readonly local: string;
  readonly members: readonly PersonKey[];
} = { name: "Support", local: "support", members: ["alice", "bob"] };

const outside = (
  name: string,
  address: string,
  company: string,
  more: Partial<Writer> = {},
): Writer => ({
  name,
  short: name.split(" ")[0] ?? name,
  address,
  language: "en",
  zone: 0,
  signature: [name, company],
  ...more,
});

/** People outside we work for. */
export const CLIENTS: readonly Writer[] = [
  outside("Marit Solheim", "marit.solheim@harbourmuseum.example", "Harbour Museum, exhibitions", {
    zone: 60,
    projects: ["Harbour Museum"],
  }),
  outside("Jonah Pryce", "j.pryce@harbourmuseum.example", "Harbour Museum, conservation", {
    zone: 60,
    projects: ["Harbour Museum"],
  }),
  outside("Tobias Wrenfield", "t.wrenfield@riversidelibrary.example", "Riverside Library", {
    projects: ["Riverside Library"],
  }),
  outside("Priya Ravindran", "priya@ravindran-architects.example.com", "Ravindran Architects", {
    projects: ["Copper Hall", "Tidemill House"],
  }),
  outside("Elif Aydemir", "elif.aydemir@copperhall.example", "Copper Hall Trust", {
    zone: 60,
    projects: ["Copper Hall"],
  }),
  outside("Greta Alm", "greta.alm@northquay.example", "North Quay Properties", {
    zone: 60,
    projects: ["North Quay"],
  }),
  outside("윤서아", "seoa.yoon@hangarang-gallery.example", "한가랑 갤러리 전시팀", {
    short: "서아",
    language: "ko",
    zone: 540,
    projects: ["한가랑 갤러리"],
  }),
  outside("임채원", "chaewon.lim@dalbit-library.example", "달빛도서관 운영팀", {
    short: "채원",
    language: "ko",
    zone: 540,
    projects: ["달빛도서관"],
  }),
];

/** People outside who work for us. */
export const SUPPLIERS: readonly Writer[] = [
  outside("Owen Castellane", "owen.castellane@hollowbrook.example", "Hollowbrook Logistics"),
  outside("Hannah Lissek", "lissek@quillmere.example", "Quillmere Print", { zone: 60 }),
  outside("Mateo Villalba", "mateo@studiovillalba.example.net", "Studio Villalba", { zone: 60 }),
  outside("Fiona Tarrant", "fiona.tarrant@copperleaf.example", "Copperleaf Metalwork"),
  outside("Ikenna Obi", "i.obi@brightwell.example", "Brightwell Electrical"),
  outside("Samuel Peake", "sam@peakeandrowe.example.com", "Peake & Rowe Lighting Supply"),
  outside("강도현", "dohyun@byeolbit.example", "별빛전기 영업부", {
    short: "도현",
    language: "ko",
    zone: 540,
  }),
  outside("문하린", "harin.moon@onnuri-design.example", "온누리디자인", {
    short: "하린",
    language: "ko",
    zone: 540,
  }),
  outside("배준호", "junho.bae@dasom-logis.example", "다솜물류", {
    short: "준호",
    language: "ko",
    zone: 540,
  }),
];
