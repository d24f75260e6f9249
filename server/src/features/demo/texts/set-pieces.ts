/** Mail that lies in Alice's mailbox whatever else was made up: what one sees first, and what one looks for later. */
export interface SetPiece {
  /** Address of who wrote it, always to Alice. */
  readonly from: string;
  readonly language: "en" | "ko";
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** Before now, in minutes. */
  readonly ago: number;
  readonly attach?: "plan" | "photo";
  /** A page of text that goes along as PDF: its title, then its lines. */
  readonly page?: { readonly name: string; readonly lines: readonly string[] };
  readonly project: string;
}

const HOUR = 60;
const DAY = 24 * HOUR;

export const SET_PIECES: readonly SetPiece[] = [
  {
    from: "bob@demo.test",
    language: "en",
    subject: "Floor plan of the print cabinet?",
    paragraphs: [
      "I am drawing the rails for the print cabinet and my plan still has the old door in it.",
      "Could you send me the new floor plan? Any format will do, a photo of the sheet too. I want to finish before the call at four.",
    ],
    ago: 26,
    project: "Harbour Museum",
  },
  {
    from: "seoa.yoon@hangarang-gallery.example",
    language: "ko",
    subject: "다음 주 화요일 조명 점검 시간 확인 부탁드립니다",
    paragraphs: [
      "다음 주 화요일 2층 전시실 조명 점검을 오전 10시에 진행하려고 합니다.",
      "작품 두 점이 그날 오후에 들어오기 때문에 정오 전에는 마쳐야 합니다. 시간이 괜찮으신지 알려 주시면 출입증을 준비해 두겠습니다.",
    ],
    ago: 55,
    project: "한가랑 갤러리",
  },
  {
    from: "marit.solheim@harbourmuseum.example",
    language: "en",
    subject: "Loan agreement, signed",
    paragraphs: [
      "Here is the loan agreement with both signatures, at last. The lender kept the limit of 50 lux for the works on paper.",
      "Your finance office will want it for the files as well.",
    ],
    ago: 3 * HOUR + 12,
    page: {
      name: "Loan-agreement-signed.pdf",
      lines: [
        "Loan agreement",
        "between the Harbour Museum and the Print Room at Bergen",
        "for fourteen works on paper and one object of glass",
        "Light on works on paper: 50 lux at most, no ultraviolet",
        "Light on the glass hare: warmed slowly, never switched on cold",
        "Signed for the lender and for the borrower",
      ],
    },
    project: "Harbour Museum",
  },
  {
    from: "j.pryce@harbourmuseum.example",
    language: "en",
    subject: "What the courier told me",
    paragraphs: [
      "Before I forget: the courier from Bergen says that the glass hare must not stand under a spot that was switched on cold. It cracked once already, in 1974, along the left ear.",
      "Could we warm the fitting up to half for ten minutes before opening? I have marked the case on the plan.",
    ],
    ago: 156 * DAY,
    attach: "plan",
    project: "Harbour Museum",
  },
];
