import type { Scenario } from "./scenario.ts";

/**
 * Conversations about projects and the office, in English.
 * Slots: a b c (first names), project, item, room, supplier, doc, n, n2, amount, amount2, day, day2, date, date2, month, time.
 */
export const ENGLISH_SCENARIOS: readonly Scenario[] = [
  {
    cast: "client-asks",
    subject:
      "[Lighting for the {room}|{project}: lighting for the {room}|Question about the {room}]",
    steps: [
      {
        by: "a",
        text: [
          "[We have settled the layout of the {room} at last.|The curators have agreed on the layout of the {room}.] There will be {n} [cases|showcases] along the long wall and one free-standing object in the middle, and the loan agreement says no more than 50 lux on any of the works on paper.",
          "[Could you tell us|Would you be able to say] by {day} whether the {item} you proposed can be dimmed that far, and what {n} of them would cost including the drivers?",
          "[The plan is attached.|I have attached the current plan.] The dotted line is the ceiling rail that is already there.",
        ],
        attach: "plan",
      },
      {
        by: "b",
        text: [
          "[Thank you, that is very clear.|Thanks, the plan helps a lot.] Yes: the {item} goes down to about 2 % without flicker, so 50 lux is no problem even at the short distance by the door.",
          "I need to check the load on the rail. If it is the old three-circuit one we have to split it. [I will send a quote by {day}.|You will have numbers by {day}.]",
        ],
        wait: [2, 20],
      },
      {
        by: "b",
        text: [
          "Here is the quote: {amount} for {n} pieces with drivers and mounting, delivery in [three|four|five] weeks. The rail is fine, no splitting needed.",
          "[The price holds until {date}.|We can hold the price until {date}.]",
        ],
        attach: "quote",
        wait: [20, 50],
      },
      {
        by: "a",
        text: [
          "[That fits the budget.|That is within what we set aside.] [Please go ahead|You have our go-ahead]; the order form will come from our finance office before {date}.",
          "One more thing: can somebody be here on {day2} when the cases are delivered? [It would be good to mark the positions together.|I would rather mark the positions once and properly.]",
        ],
        wait: [18, 60],
      },
      {
        by: "b",
        text: [
          "[I will come myself.|I will be there.] Is {time} all right? I need about two hours.",
        ],
        wait: [1, 8],
      },
      {
        by: "a",
        text: [
          "{time} is perfect. Ask for me at the staff entrance, the main doors are closed on that day.",
        ],
        wait: [1, 10],
      },
    ],
  },
  {
    cast: "team",
    subject:
      "[Site visit {project}, {day}|{project}: who comes on {day}?|Visit to the {room} on {day}]",
    steps: [
      {
        by: "a",
        text: [
          "[I am going to look at the {room} on {day} at {time}.|The client can show us the {room} on {day} at {time}.] It would help to have a second pair of eyes, [mostly for the ceiling|above all for the cable routes].",
          "[Who has time?|Could one of you come along?] We should be back by early afternoon.",
        ],
      },
      {
        by: "b",
        text: [
          "[I can come.|Count me in.] I will bring the lux meter and the long ladder. Shall I pick you up?",
        ],
        wait: [0.3, 5],
      },
      {
        by: "c",
        text: [
          "I have the call with {supplier} at that time, sorry. [Please take photos of the fuse box|Please photograph every label on the distribution board], last time we had to go back for that.",
        ],
        wait: [0.5, 8],
      },
      {
        by: "a",
        text: [
          "Will do. {b}, yes please, half an hour before. [There is a parking space behind the building.|We may use the yard behind the building.]",
        ],
        wait: [0.5, 5],
      },
      {
        by: "b",
        text: [
          "Back in the office. [In short:|What we found:]",
          "- ceiling height {n2}.2 m, not {n2}.6 as in the drawing\n- two of the old tracks are dead, the other {n} work\n- daylight from the north window is 180 lux at noon with the blind half down\n- the fuse box has three free places",
          "Photos are [attached|in this mail]. I will update the drawing [tomorrow|this evening].",
        ],
        attach: "photo",
        wait: [24, 72],
      },
      {
        by: "c",
        text: [
          "[Great, thank you!|Perfect, that answers all my questions.] The ceiling height means the {item} needs the shorter rod. I will change the order before it is too late.",
        ],
        wait: [0.5, 6],
      },
    ],
  },
  {
    cast: "team",
    subject:
      "[Minutes: {project} meeting, {date}|{project}: what we agreed|Notes from the {project} meeting]",
    steps: [
      {
        by: "a",
        text: [
          "Here are my notes from [today|this morning]. [Please shout if I got something wrong.|Corrections welcome until {day}.]",
          "- {b} finishes the light plan for the {room} by {date}\n- {c} asks {supplier} for a second price\n- the samples of the {item} go to the client next week\n- budget stands at {amount}, of which {amount2} is still open\n- next meeting {day2}, {time}",
        ],
        attach: "minutes",
      },
      {
        by: "b",
        text: [
          "[Looks right to me.|All correct.] One addition: the client wanted a price for the emergency lights as well. I have put it on my list.",
        ],
        wait: [1, 9],
      },
      {
        by: "c",
        text: [
          "{supplier} answered already: [they can match the price if we order before {date}|eight per cent less if we take {n} or more]. [I would take it.|I say yes unless somebody objects.]",
        ],
        wait: [4, 30],
      },
      { by: "a", text: ["[No objection. Please order.|Good work, go ahead.]"], wait: [0.2, 4] },
    ],
  },
  {
    cast: "supplier",
    subject:
      "[Quote for {n} {item}s|Request: {item}, {n} pieces|Price for {n} pieces of the {item}?]",
    steps: [
      {
        by: "a",
        text: [
          "[for {project} we need {n} pieces of the {item}|we are planning {project} and need {n} of the {item}], black housing, 3000 K, delivered to the site.",
          "[Could you send a quote by {day}?|May I have your price by {day}?] Delivery should not be later than {date}.",
        ],
      },
      {
        by: "b",
        text: [
          "[thank you for asking.|many thanks for the request.] Our quote is attached: {amount} net, delivery within four weeks of the order. [From 25 pieces the price drops by six per cent.|For a repeat order we can do a little better.]",
        ],
        attach: "quote",
        wait: [10, 50],
      },
      {
        by: "a",
        text: [
          "thank you. Two questions before I order:",
          "- are the drivers included or separate?\n- can you deliver in two parts, {n2} pieces first and the rest after {date}?",
        ],
        wait: [3, 30],
      },
      {
        by: "b",
        text: [
          "Drivers are included. Two deliveries are possible, [the second one would cost 45 euros extra|we do not charge for the second one].",
        ],
        wait: [2, 20],
      },
      {
        by: "a",
        text: [
          "[Then please take this as our order.|Good. Consider it ordered.] Reference {project}, invoice to {c} at office@demo.test.",
        ],
        wait: [2, 40],
      },
    ],
  },
  {
    cast: "client-asks",
    subject: "[Flicker in the {room}|{project}: two lamps flicker|Problem with the {item}]",
    steps: [
      {
        by: "a",
        text: [
          "[since yesterday|since the weekend] two of the lamps in the {room} flicker when they are dimmed below a third. [Visitors have noticed it.|One visitor complained of a headache.] We have turned them up for now, but that is too bright for the textiles.",
          "[Could somebody have a look soon?|How quickly can you come?]",
        ],
        attach: "photo",
      },
      {
        by: "b",
        text: [
          "I am sorry about that. [It sounds like the driver, not the lamp.|That is nearly always the driver.] Please note the number on the small silver box above the second case; then I can bring the right spare part.",
          "I could be there on {day} at {time}.",
        ],
        wait: [0.4, 4],
      },
      {
        by: "a",
        text: [
          "It says DR-{n}40/B. {day} is fine, [the gallery opens at ten|we open at ten], so before that you have the room to yourself.",
        ],
        wait: [1, 6],
      },
      {
        by: "b",
        text: [
          "[Both drivers replaced, no flicker left at 5 %.|Done: two new drivers, tested down to 3 %.] The old ones go back to the maker. It is under warranty, so there is no invoice.",
        ],
        wait: [30, 90],
      },
      {
        by: "a",
        text: [
          "[That was quick. Thank you!|Wonderful, thanks for the fast help.] The textiles are grateful too.",
        ],
        wait: [1, 10],
      },
    ],
  },
  {
    cast: "team",
    weight: 0.6,
    subject: "[Holiday cover in {month}|Who is here in {month}?|{month}: holidays]",
    steps: [
      {
        by: "a",
        text: [
          "I would like to be away from {date} to {date2}. [{b}, could you look after {project} meanwhile?|{b}, would you mind taking {project} for that time?] The only fixed thing is the handover of the {room} on {day2}.",
        ],
      },
      {
        by: "b",
        text: [
          "[Of course.|Happy to.] Send me the open points before you leave and tell the client my number. [Enjoy it!|Where are you going?]",
        ],
        wait: [0.5, 10],
      },
      {
        by: "a",
        text: [
          '[Walking in the hills, no signal, which is the point.|A week on the coast with far too many books.] The list of open points is in the project folder under "handover".',
        ],
        wait: [1, 20],
      },
      {
        by: "c",
        text: [
          "I have put it in the calendar. [That leaves three of us in that week, fine.|Nobody else is away then, so no problem.]",
        ],
        wait: [1, 20],
      },
    ],
  },
  {
    cast: "team",
    subject: "[Draft: {doc}|{doc}, please read|Comments on the {doc}?]",
    steps: [
      {
        by: "a",
        text: [
          "the first draft of the {doc} is attached. [I am not happy with the second half yet.|The numbers on page three are still guesses.]",
          "Please read it before {day}; I have to send it out on {date}. [Be as rude as you like.|Big strokes first, commas later.]",
        ],
        attach: "minutes",
      },
      {
        by: "b",
        text: [
          "[Read it on the train.|I read it over lunch.] I like the opening. Three things:",
          "- the part on the {room} says the same thing twice\n- we promise {date2} there, but the plan says a week later\n- a picture of the {item} would say more than the paragraph about it",
        ],
        wait: [3, 30],
      },
      {
        by: "c",
        text: [
          'Agree with {b}. And please do not call it a "solution", it is a lamp. [Otherwise good!|Apart from that: send it.]',
        ],
        wait: [1, 20],
      },
      {
        by: "a",
        text: [
          '[All taken in, thank you both.|Thanks, all good points.] New version attached. The word "solution" is gone from the whole document.',
        ],
        attach: "minutes",
        wait: [5, 40],
      },
      { by: "b", text: ["[Much better. Send it.|Good to go from my side.]"], wait: [0.3, 8] },
    ],
  },
  {
    cast: "supplier-asks",
    subject: "[Invoice {n}-{n2}04|Question about invoice {n}-{n2}04|Reminder: invoice {n}-{n2}04]",
    steps: [
      {
        by: "a",
        text: [
          "[according to our books|it seems that] invoice {n}-{n2}04 over {amount} is still open. It was due on {date}. [Perhaps it crossed with your payment.|Could you check whether it reached you?]",
        ],
        attach: "quote",
      },
      {
        by: "b",
        text: [
          "It did reach us, but with the wrong order number, so it got stuck here. [Could you send it again with reference {project}?|If you correct the reference to {project} I can pay it today.]",
        ],
        wait: [2, 30],
      },
      {
        by: "a",
        text: ["Here it is with the right reference. [Sorry for the trouble.|My apologies.]"],
        attach: "quote",
        wait: [1, 20],
      },
      {
        by: "b",
        text: ["[Paid this morning.|The transfer went out today.] You should see it by {day}."],
        wait: [2, 30],
      },
    ],
  },
  {
    cast: "team",
    weight: 0.5,
    subject: "[Lunch on {day}?|{day}, lunch|New place round the corner]",
    steps: [
      {
        by: "a",
        text: [
          "[The noodle place by the bridge has reopened.|There is a new place where the shoe shop was.] [Shall we try it on {day}?|Who comes along on {day}?] {time} at the front door.",
        ],
      },
      { by: "b", text: ["[Yes!|In.|Always.]"], wait: [0.1, 2] },
      {
        by: "c",
        text: [
          "I am on site until one, start without me and [order me something with too much chilli|keep me a chair].",
        ],
        wait: [0.1, 3],
      },
      { by: "a", text: ["[Table for five is booked.|Booked under {a}.]"], wait: [0.2, 3] },
    ],
  },
  {
    cast: "team",
    subject: "[Numbers for {month}|{month}: figures|Costs in {month}]",
    steps: [
      {
        by: "a",
        text: [
          "the figures for {month} are in the attached table. [Short version:|The main points:]",
          "- income {amount}, a little above plan\n- material cost up because of the {item}\n- {project} is at {n2}0 % of its budget with the {room} still to do",
          "[Please check the lines marked with your name by {day}.|Could each of you look at your own lines before {day}?]",
        ],
        attach: "numbers",
      },
      {
        by: "b",
        text: [
          "Line {n}: that was not for {project}, it belongs to the workshop. [Everything else is mine.|The rest is right.]",
        ],
        wait: [2, 24],
      },
      { by: "a", text: ["[Moved. Thank you.|Corrected, thanks.]"], wait: [0.3, 6] },
    ],
  },
  {
    cast: "supplier",
    subject: "[Delivery of the {item}s|Where is the {item}?|Delivery to {project} on {day}]",
    steps: [
      {
        by: "a",
        text: [
          "[the site expects {n} boxes on {day} between eight and ten|we expect {n} boxes on {day}, before ten please]. The lift is out of order, so the driver should know that it is [two floors by stairs|one floor up by stairs].",
          "Can you confirm the time?",
        ],
      },
      {
        by: "b",
        text: [
          "confirmed, {day} between eight and nine. [Two people will come.|We are sending a second person because of the stairs.] The delivery note is attached.",
        ],
        attach: "schedule",
        wait: [1, 20],
      },
      {
        by: "a",
        text: [
          "[Everything arrived, thank you.|All {n} boxes are here and dry.] One of them is dented at the corner; I took a photo, but the {item} inside is fine. [Just so that you know.|No claim, only for your records.]",
        ],
        attach: "photo",
        wait: [40, 100],
      },
      {
        by: "b",
        text: [
          "[Thank you for telling us.|I have passed it to the depot.] And please thank your colleague for the coffee.",
        ],
        wait: [1, 20],
      },
    ],
  },
  {
    cast: "supplier",
    subject: "[Samples of the {item}|{item}: sample for the {room}|Could we borrow a sample?]",
    steps: [
      {
        by: "a",
        text: [
          "[before we decide about the {room} we would like to see the {item} in place|the client would like to see the {item} in the {room} before deciding]. [Do you have a sample to lend us for a week?|Could you lend us one or two for a few days?]",
        ],
      },
      {
        by: "b",
        text: [
          "We have two in the house, one with the narrow lens and one with the wide. [I can send both on {day}.|Both can leave here on {day}.] Please send them back by {date}, they are promised to somebody else after that.",
        ],
        wait: [1, 20],
      },
      {
        by: "a",
        text: [
          "[They look wonderful.|The narrow one is exactly right.] The wide one spills onto the wall text, so we would go for narrow everywhere. [Both are on their way back to you.|The samples go back to you today.]",
        ],
        attach: "photo",
        wait: [90, 200],
      },
    ],
  },
  {
    cast: "team",
    weight: 0.2,
    subject: "[The printer again|Printer on the second floor|Paper jam]",
    steps: [
      {
        by: "a",
        text: [
          "The printer on the second floor [eats every third page|claims to be out of yellow, again]. [I have turned it off and on.|Opening and closing all five doors did not help.] Does anybody know the trick?",
        ],
      },
      {
        by: "b",
        text: [
          "Hold the green button while you close the lid. [I do not know why it works.|Do not ask.]",
        ],
        wait: [0.1, 2],
      },
      {
        by: "a",
        text: ["[It worked. You are a wizard.|Unbelievable, that did it.]"],
        wait: [0.1, 1],
      },
    ],
  },
  {
    cast: "client-asks",
    subject: "[Change to the {room}|{project}: the wall moves|Late change, sorry]",
    steps: [
      {
        by: "a",
        text: [
          "I am afraid there is a change: the wall between the {room} and the corridor moves by forty centimetres. [The fire officer insisted.|It is for the escape route.] The new drawing is attached.",
          "[What does that mean for the lights?|Does that change your plan much?]",
        ],
        attach: "plan",
      },
      {
        by: "b",
        text: [
          "[Not the end of the world.|It could be worse.] The first row moves with the wall. The second row stays but needs a wider lens, or the last case goes dark at the edge.",
          "I will send a new light plan by {day}. Extra cost [should stay under {amount2}|will be about {amount2}].",
        ],
        wait: [3, 26],
      },
      {
        by: "c",
        text: [
          "Adding myself because of the order: the lenses can be exchanged until {date} without a fee. After that it gets expensive.",
        ],
        wait: [0.5, 10],
      },
      {
        by: "a",
        text: [
          "[Understood. Please exchange them.|Then please exchange them now.] I will sign for the extra cost, and this time I will keep the wall where it is.",
        ],
        wait: [3, 30],
      },
      {
        by: "b",
        text: [
          "New plan attached. [All cases between 45 and 50 lux.|It is even a little more even than before.]",
        ],
        attach: "plan",
        wait: [20, 60],
      },
    ],
  },
  {
    cast: "team",
    subject:
      "[Website: text for the {project} page|New text for the website|{project} on our website]",
    steps: [
      {
        by: "a",
        text: [
          "we still have nothing about {project} on the website. [I wrote this:|How about this:]",
          '"The {room} had no daylight and a ceiling that nobody wanted to look at. {n} lamps later it is the room where visitors stay longest."',
          "[Too much?|Opinions?]",
        ],
      },
      {
        by: "b",
        text: [
          "[I like it.|Good.] I would say how many months it took, people always ask that. And may we name the client?",
        ],
        wait: [0.5, 10],
      },
      {
        by: "a",
        text: [
          "[Asked: yes, and they even give us a photo.|They agreed, in writing.] It goes online on {day}.",
        ],
        wait: [10, 60],
      },
    ],
  },
  {
    cast: "team",
    subject: "[Travel to {project}, {date}|Train on {date}|Trip on {date}: tickets]",
    steps: [
      {
        by: "a",
        text: [
          "for the opening of the {room} on {date} [I would take the early train|there is a train shortly after seven]. Shall I book for all three of us? It is {amount2} with the seats.",
        ],
      },
      {
        by: "b",
        text: [
          "[Yes please, window if there is one.|Please do.] I will bring the spare {item} in my bag, so a place near the luggage rack is good.",
        ],
        wait: [0.3, 6],
      },
      {
        by: "c",
        text: [
          "I go the day before and stay with my sister. [See you there.|I will see you at the entrance.]",
        ],
        wait: [0.3, 8],
      },
      {
        by: "a",
        text: [
          "Two tickets then, booked, [coach {n2}|coach {n2}, seats next to each other]. I have sent you the codes.",
        ],
        wait: [0.5, 6],
      },
    ],
  },
  {
    cast: "supplier",
    subject:
      "[Coordination with the electricians|{project}: cable routes in the {room}|Power for the {room}]",
    steps: [
      {
        by: "a",
        text: [
          "the lamps in the {room} need two separate circuits, one for the cases and one for the general light. [Is that what you have planned?|Does your plan have that?] We also need a control line to each end.",
        ],
        attach: "plan",
      },
      {
        by: "b",
        text: [
          "[We had one circuit.|So far there is only one circuit.] A second one is possible if we know before {date}, because then the floor is closed. Control line: which kind of cable?",
        ],
        wait: [4, 30],
      },
      {
        by: "a",
        text: [
          "Two by one point five, shielded, please, [ends marked at both sides|with a metre to spare at each end]. I have drawn it in red.",
        ],
        attach: "plan",
        wait: [2, 20],
      },
      {
        by: "b",
        text: [
          "[Seen and understood.|Got it.] Our people start on {day}. If you want to look before the floor closes, come by on {day2} around {time}.",
        ],
        wait: [2, 20],
      },
      {
        by: "a",
        text: [
          "I will. [Thank you for being so flexible.|Thank you, that saves us a lot of trouble later.]",
        ],
        wait: [0.5, 10],
      },
    ],
  },
  {
    cast: "team",
    weight: 0.08,
    subject: "[New colleague on {day}|Desk for our intern|First day of our intern]",
    steps: [
      {
        by: "a",
        text: [
          "our intern Noor starts on {day}. [Still missing:|To do before then:]",
          "- a desk (the one by the window is free once the samples are gone)\n- an account and a key\n- somebody to have lunch with on the first day",
          "[Who takes what?|Volunteers?]",
        ],
      },
      {
        by: "b",
        text: [
          "I do the desk. [The samples go to the cellar.|It is time those samples went somewhere else anyway.]",
        ],
        wait: [0.2, 6],
      },
      {
        by: "c",
        text: [
          "Account is made, the key lies in the top drawer. [Lunch: me.|I will take lunch too, noodles as always.]",
        ],
        wait: [0.3, 8],
      },
      { by: "a", text: ["[You are the best.|That was easy.]"], wait: [0.2, 4] },
    ],
  },
  {
    cast: "client-asks",
    subject: "[Thank you|The opening|After the opening of the {room}]",
    steps: [
      {
        by: "a",
        text: [
          "the opening was a great success: [more than {n}0 people on the first evening|the queue went round the corner]. [Several of them asked who did the light.|The director mentioned the light in the first sentence of the speech.]",
          "I wanted you to know. Some pictures are attached.",
        ],
        attach: "photo",
      },
      {
        by: "b",
        text: [
          "[That makes our week.|What a lovely mail to get.] I have shown it to everybody here. May we use the second picture on our website, with the photographer's name?",
        ],
        wait: [2, 30],
      },
      {
        by: "a",
        text: [
          'Gladly. [The credit should read "Photo: M. Solheim".|Please write "courtesy of {project}" below it.]',
        ],
        wait: [2, 30],
      },
    ],
  },
  {
    cast: "team",
    weight: 0.3,
    subject: "[Backup of the project files|Old project files|Tidying up the shared folder]",
    steps: [
      {
        by: "a",
        text: [
          "the shared folder has grown to {n}0 gigabytes, most of it old renderings. [I would move everything older than three years to the archive on {day}.|My plan: finished projects go to the archive on {day}.]",
          "[Anything you still need?|Speak now.]",
        ],
      },
      {
        by: "b",
        text: [
          "Please leave the {project} renderings where they are, [we reuse the {room} scene all the time|I still open them every week]. The rest can go.",
        ],
        wait: [0.5, 12],
      },
      {
        by: "c",
        text: [
          "[Fine with me.|No objections.] Could you keep the invoices of the last ten years out of it? They have to stay where the accountants find them.",
        ],
        wait: [0.5, 20],
      },
      {
        by: "a",
        text: [
          "Done: {n2}0 gigabytes less, invoices untouched. [If something is missing, tell me, I keep a copy for a month.|A list of what moved is attached.]",
        ],
        attach: "numbers",
        wait: [30, 100],
      },
    ],
  },
  {
    cast: "team",
    subject: "[{item}: which colour temperature?|3000 K or 2700 K?|Warm or neutral in the {room}?]",
    steps: [
      {
        by: "a",
        text: [
          "[I keep going back and forth.|Help me decide.] For the {room}: 2700 K looks beautiful on the wood, but the blue of the ceramics dies. 3000 K is the other way round.",
        ],
      },
      {
        by: "b",
        text: [
          "3000 K with the good colour rendering. [The wood will survive.|Wood forgives, ceramics do not.]",
        ],
        wait: [0.2, 4],
      },
      {
        by: "c",
        text: [
          "Why not both? 2700 on the walls, 3000 in the cases. [We did that two years ago and nobody could say why it looked so good.|It is what the old masters rooms do.]",
        ],
        wait: [0.5, 8],
      },
      {
        by: "a",
        text: ["[That is it.|Sold.] I will mock it up on {day} and take pictures."],
        wait: [0.3, 5],
      },
      {
        by: "a",
        text: [
          "Pictures. [Left 3000 everywhere, right mixed.|First all 3000, then mixed.] [I think it is obvious.|No contest.]",
        ],
        attach: "photo",
        wait: [30, 90],
      },
      { by: "b", text: ["[Mixed. Obvious indeed.|Mixed, by a mile.]"], wait: [0.2, 3] },
    ],
  },
  {
    cast: "supplier",
    subject: "[Brochure: print data|Proof of the brochure|Print run of {n}00]",
    steps: [
      {
        by: "a",
        text: [
          "the brochure for {project} is finished, {n2} pages, [uncoated paper as last time|on the same paper as last year]. [Could you print {n}00 by {date}?|We need {n}00 copies by {date}.]",
        ],
        attach: "minutes",
      },
      {
        by: "b",
        text: [
          "{n}00 by {date} is possible. [One picture on page {n2} is only 140 dpi|The picture on the last page is a bit small], have you got a bigger one? The proof comes as soon as we have it.",
        ],
        wait: [3, 26],
      },
      {
        by: "a",
        text: ["[Here is the big one.|Found it, attached.] The rest stays as it is."],
        attach: "photo",
        wait: [1, 24],
      },
      {
        by: "b",
        text: [
          "The proof is in the post, [you should have it on {day}|it should arrive on {day}]. Please sign page one and send me a picture of it, that is enough for us.",
        ],
        wait: [10, 40],
      },
      {
        by: "a",
        text: ["Signed. [The colours are lovely.|It looks better than on the screen.]"],
        wait: [20, 70],
      },
    ],
  },
  {
    cast: "team",
    weight: 0.25,
    subject: "[Office move: list of what goes|Moving boxes|New office: plan of the desks]",
    steps: [
      {
        by: "a",
        text: [
          "the movers come on {date}. [I have made a list of what goes where|The plan of the new rooms is attached]; please mark your boxes with your name and the room number, [or they end in the cellar|unmarked boxes go to the cellar].",
        ],
        attach: "plan",
      },
      {
        by: "b",
        text: [
          "[Can the workbench come up by the stairs?|The workbench does not fit in the lift, I measured.] It is 92 wide.",
        ],
        wait: [0.5, 10],
      },
      { by: "a", text: ["The stairs are 110, so yes, with love and four people."], wait: [0.3, 5] },
      {
        by: "c",
        text: [
          "The internet line is live from {day}, [I tested it with a very long cable|the technician was here today]. The coffee machine travels in my car. [Nobody else touches it.|I trust no one.]",
        ],
        wait: [3, 40],
      },
      { by: "b", text: ["[Wise.|The only sensible plan so far.]"], wait: [0.1, 2] },
    ],
  },
  {
    cast: "client-asks",
    subject: "[Meeting next week?|Could we talk about {project}?|Half an hour about the {room}]",
    steps: [
      {
        by: "a",
        text: [
          "[could we talk about {project} next week|may I have half an hour of your time next week]? I have {day} at {time} or {day2} in the morning. [By phone is fine.|Happy to come to you.]",
        ],
      },
      {
        by: "b",
        text: ["{day} at {time} [works well|suits me]. I will ring you. What should I prepare?"],
        wait: [0.5, 20],
      },
      {
        by: "a",
        text: [
          "[Only the schedule, and your honest opinion about the {item}.|Just the cost plan. The rest I will tell you then.]",
        ],
        wait: [0.5, 20],
      },
    ],
  },
  {
    cast: "team",
    weight: 0.25,
    subject: "[Spring fair: our stand|Fair: who builds the stand|Trade fair, what we show]",
    steps: [
      {
        by: "a",
        text: [
          "[we have the corner stand again, three by four metres|the fair confirmed our stand: the corner, three by four metres]. [What do we show this year?|Ideas?] My favourite would be a dark box with one object and the {item}, so that people have to come close.",
        ],
      },
      {
        by: "b",
        text: [
          "[Love the dark box.|Dark box, yes.] The object should be something that changes with the light. A feather. A piece of silk. [Not the vase again.|Anything but the vase.]",
        ],
        wait: [1, 20],
      },
      {
        by: "c",
        text: [
          "Budget is {amount} in all including the floor. [A dark box is cheap, so I am in favour.|The box can be built in our workshop.] I have booked the van for {date}.",
        ],
        wait: [1, 20],
      },
      {
        by: "a",
        text: [
          "A feather it is. [I know somebody at the natural history collection.|I will ask the museum whether they lend us a peacock.]",
        ],
        wait: [1, 12],
      },
      {
        by: "b",
        text: ["First sketch. [It needs to be a bit higher than I thought.|Imagine it black.]"],
        attach: "plan",
        wait: [20, 90],
      },
      {
        by: "c",
        text: [
          "[Beautiful.|I would stop there and look.] Count four hours for building it up; we may start at {time}.",
        ],
        wait: [1, 20],
      },
    ],
  },
  {
    cast: "client-asks",
    subject:
      "[Opening hours and your work|Working at night in the {room}|{project}: access in {month}]",
    steps: [
      {
        by: "a",
        text: [
          "[we stay open on Mondays in {month}|in {month} we are open every day], so the {room} is never empty while you work. [Would evenings be possible for you?|Could your people come after six?]",
        ],
      },
      {
        by: "b",
        text: [
          "Evenings are fine for everything except drilling, [your neighbours would not forgive us|there are flats above the {room}]. Drilling takes one hour. Could we have {day} from seven to eight in the morning for that?",
        ],
        wait: [1, 20],
      },
      {
        by: "a",
        text: [
          "[{day} at seven it is.|Yes, {day} works.] Somebody from the night watch will let you in. [Please bring the list of names, they are strict.|They need your names the day before.]",
        ],
        wait: [1, 20],
      },
      {
        by: "b",
        text: [
          "The list: Bob Ferreira, Dave Okafor, and one electrician of Brightwell. [Thank you for making it possible.|See you there.]",
        ],
        attach: "schedule",
        wait: [1, 30],
      },
    ],
  },
  {
    cast: "client-asks",
    subject:
      "[How warm do the {item}s get?|Heat in the cases of the {room}|Conservation question, {room}]",
    steps: [
      {
        by: "a",
        text: [
          "our conservator asks how much the {item} warms the air inside a closed case. [She would like a number, not a word.|The lender wants it in writing.]",
        ],
      },
      {
        by: "b",
        text: [
          "[Fair question.|Good question.] In our test case it was 0.{n2} degrees after eight hours, with the driver outside. The measurement is attached, every ten minutes, two sensors.",
        ],
        attach: "numbers",
        wait: [3, 40],
      },
      {
        by: "a",
        text: [
          "[She is delighted, and that is rare.|That answers it.] May we pass the table on to the lender?",
        ],
        wait: [2, 30],
      },
      {
        by: "b",
        text: [
          "[Of course.|Please do.] Tell them that we are happy to repeat it in their own case, it takes a day.",
        ],
        wait: [0.5, 10],
      },
    ],
  },
  {
    cast: "supplier-asks",
    subject:
      "[Price change from {date}|New prices from {date}|The {item}: last orders at the old price]",
    steps: [
      {
        by: "a",
        text: [
          "from {date} on the {item} goes up by four per cent, the first time in three years. [Orders that reach us before keep the old price.|Whatever you order until then stays at the old price.]",
          "[Shall I set something aside for you?|Do you want me to reserve {n} pieces?]",
        ],
      },
      {
        by: "b",
        text: [
          "Thank you for the warning. [Please reserve {n}.|Yes, {n} pieces please.] I will confirm by {day}, the client has to nod first.",
        ],
        wait: [1, 24],
      },
      {
        by: "a",
        text: ["[Reserved under {project}.|Done, they have your name on them.]"],
        wait: [0.5, 8],
      },
      {
        by: "b",
        text: [
          "The client nodded. [Order attached to this mail in words: {n} pieces, black, 3000 K.|Please take this as our order: {n} pieces, black.]",
        ],
        wait: [10, 50],
      },
    ],
  },
  {
    cast: "team",
    subject: "[Who has the lux meter?|The lux meter is gone|Looking for the good ladder]",
    weight: 0.4,
    steps: [
      {
        by: "a",
        text: [
          "[it is not in its box|the hook is empty] and I need it in {project} on {day}. Who had it last?",
        ],
      },
      {
        by: "b",
        text: ["[Not me, for once.|I put it back, I swear.] Have you looked in the van?"],
        wait: [0.1, 2],
      },
      {
        by: "c",
        text: [
          "It is in my bag. [Sorry.|I am so sorry.] I will leave it at the front desk tonight.",
        ],
        wait: [0.2, 5],
      },
      {
        by: "a",
        text: [
          "[Found, thank you. There is a list on the hook now.|Thank you. I have tied a very long string to it.]",
        ],
        wait: [2, 20],
      },
    ],
  },
  {
    cast: "team",
    subject: "[Enquiry from a theatre|New enquiry: a reading room|Do we want this one?]",
    steps: [
      {
        by: "a",
        text: [
          "[somebody rang about|we have an enquiry for] a {room} of about {n}0 square metres, to be ready by {date2}. Budget {amount}. [Lovely building, terrible ceiling.|It has potential, and asbestos in the ceiling.]",
          "[Do we want it?|Yes or no, before I ring back on {day}?]",
        ],
      },
      {
        by: "b",
        text: [
          "[I want it.|Yes.] But not by {date2}, not with {project} in the same month. A month later I would say yes at once.",
        ],
        wait: [0.5, 10],
      },
      {
        by: "c",
        text: [
          "{amount} is enough if we use what is left of the {item}s. [I counted: {n2} boxes in the cellar.|There are {n2} boxes in the cellar.]",
        ],
        wait: [0.5, 12],
      },
      {
        by: "a",
        text: [
          "They agree to a month later. [I will send them our usual terms.|So we have a new project.] Nobody tell {supplier} about the boxes in the cellar.",
        ],
        wait: [10, 50],
      },
      { by: "b", text: ["[My lips are sealed.|What boxes?]"], wait: [0.1, 2] },
    ],
  },
  {
    cast: "team",
    subject: "[After-sales visit at {project}|{project}, one year on|Check-up in the {room}]",
    steps: [
      {
        by: "a",
        text: [
          "I was at {project} for the yearly check. [All in all a good feeling.|It has aged well.]",
          "- two lenses dusty, cleaned\n- the {item} at the door points at the floor since somebody moved a case\n- output down by {n2} % against last year, as expected\n- the guards have found the override switch and love it",
          "Pictures attached.",
        ],
        attach: "photo",
      },
      {
        by: "b",
        text: [
          "Can we hide the override better? [Every guard finds it in the end.|It is always the guards.]",
        ],
        wait: [0.5, 10],
      },
      {
        by: "c",
        text: [
          "Leave it. [They use it when school classes come, and they switch it back.|I asked: they turn it on for school classes and off again after.] I would only write the normal value beside it.",
        ],
        wait: [0.5, 12],
      },
      {
        by: "a",
        text: [
          "[Good idea. A small label, in their language.|Label it is.] I will send one with the report.",
        ],
        wait: [0.5, 8],
      },
    ],
  },
  {
    cast: "supplier",
    subject: "[Brackets for the {item}|Special bracket, drawing attached|Can you make this?]",
    steps: [
      {
        by: "a",
        text: [
          "for the {room} we need a bracket that nobody sells: {n2} centimetres long, carries the {item}, and must not be seen from below. [Drawing attached.|See the sketch.] {n} pieces. [Can you make it?|Is that something for you?]",
        ],
        attach: "plan",
      },
      {
        by: "b",
        text: [
          "[That is exactly what we like.|A nice little thing.] In brass or steel? Brass bends more easily afterwards, steel is thinner. I would take steel, matt black.",
        ],
        wait: [3, 30],
      },
      {
        by: "a",
        text: [
          "Steel, please. [Could you make one first, so that we can hang it?|One as a sample first, if you do not mind.]",
        ],
        wait: [1, 20],
      },
      {
        by: "b",
        text: [
          "[The first one is done.|Here it is.] It carries eleven kilos; then the ceiling of our workshop gave up. It is in the post to you.",
        ],
        attach: "photo",
        wait: [40, 120],
      },
      {
        by: "a",
        text: [
          "[It is beautiful, which nobody will ever see. The other pieces please.|Perfect. Please make the rest.] And our apologies to your ceiling.",
        ],
        wait: [20, 60],
      },
    ],
  },
  {
    cast: "client-asks",
    subject:
      "[Training for our guards|Who explains the panel to our people?|{project}: introduction for the staff]",
    steps: [
      {
        by: "a",
        text: [
          "[could somebody show our staff how the panel works|we would like an introduction for the front desk], half an hour or so? There are {n2} of them, and [half of them are afraid of it|two have already reset it by accident].",
        ],
      },
      {
        by: "b",
        text: [
          "[With pleasure.|Gladly.] I would do it twice, once for each shift: {day2} at {time}, and again when the second shift comes. I will bring a one-page guide with pictures.",
        ],
        wait: [1, 20],
      },
      {
        by: "a",
        text: [
          "[Wonderful, both are in the rota.|Thank you, it is in the rota.] If the guide could say in large letters which button not to press, that would help.",
        ],
        wait: [1, 20],
      },
      {
        by: "b",
        text: [
          "It does now. [Guide attached, please print it as large as you like.|See page one.]",
        ],
        attach: "minutes",
        wait: [3, 40],
      },
    ],
  },
];

/** Short answers for conversations that go on and on. Same slots. */
export const ENGLISH_CHATTER: readonly string[] = [
  "[Good point.|True.|Fair.] Then the {item} has to hang {n2} centimetres lower, or we see the edge of the rail from the door.",
  "I asked {supplier}: [they can do it, but not before {date}|they say yes, {amount2} extra].",
  "Can somebody check the drawing? [In mine the {room} has four windows, in reality there are three.|The door opens the other way in mine.]",
  "[Checked: three windows.|You are right, three.] The drawing is from before the renovation. I have corrected it in the shared folder.",
  "What if we leave out the last lamp? [The corner has daylight anyway.|Nobody looks there.]",
  "[In summer, yes. In November at four o'clock it is a black hole.|Only until half past three in winter.] The lamp stays.",
  "[Convinced.|All right, all right, the lamp stays.]",
  "For the record: the client prefers the {item} in black. [White only in the corridor.|I do too.]",
  "Cost so far {amount}. We have {amount2} left for surprises, and [experience says that we will need it|there are always surprises].",
  "I have just been to the {room}. [The plasterers are a week late.|They are still painting.] So nobody has to hurry before {date}.",
  "[A week late means we get the room on {day} at the earliest.|Then our installation moves to {day}.] {c}, is that all right with the van?",
  "The van is free on {day}, I have moved it. [After that it is away for two days.|Please do not move it a third time.]",
  "Does anybody have the data sheet of the {item}? [The one on the website is for the old version.|I can only find the German one.]",
  '[Data sheet is in the project folder, under "lamps".|Sent it to you directly.] Page two has the photometry.',
  "Page two says {n}° and we planned with {n2}°. [No wonder it looks too wide.|That explains a lot.]",
  "[So we need the other lens. They are cheap.|The other lens costs next to nothing.] I will order {n} and two spare ones.",
  "Ordered. [Delivery on {day2}.|They come on {day2}.]",
  "[Thank you all.|Thanks.] I will put the result into the minutes so that we do not discuss it again in a month.",
  "[We will discuss it again in a month.|I give it three weeks.]",
  "One more thought about the {room}: [could the sensor sit behind the beam?|where does the sensor go?] On the wall it would be the first thing one sees.",
  "Behind the beam it does not see the door. [At the side of the beam it does.|Beside the beam, then.] I tried it with tape.",
  "[Beside the beam, agreed.|Good, beside the beam.] That is my last word on sensors.",
  "The client just rang. [They love the mock-up.|They are happy with the mock-up.] They only ask whether it can come on more slowly in the morning.",
  "Yes, that is one number in the control. [Two minutes from nothing to full?|I would take two minutes.]",
  "[Three. Museums like it slow.|Make it three minutes, it looks like sunrise.]",
  "Three minutes it is. [I have set it and saved the old program.|Done, and noted in the log.]",
];
