use super::*;

const DESK: [Screen; 2] = [
    Screen {
        x: 0.0,
        y: 30.0,
        width: 1920.0,
        height: 1050.0,
    },
    Screen {
        x: 1920.0,
        y: 0.0,
        width: 1280.0,
        height: 1024.0,
    },
];

fn at(x: f64, y: f64, width: f64, height: f64) -> Fit {
    let place = WindowPlace {
        x,
        y,
        width,
        height,
        maximized: false,
    };
    fit(&place, &DESK)
}

#[test]
fn a_window_comes_back_only_where_it_can_be_seen_and_held() {
    assert_eq!(
        at(2000.0, 100.0, 900.0, 700.0),
        Fit {
            size: (900.0, 700.0),
            position: Some((2000.0, 100.0))
        }
    );
    for (x, y) in [
        (5000.0, 100.0),
        (-850.0, 100.0),
        (100.0, -10.0),
        (100.0, 1079.0),
        (3190.0, 100.0),
    ] {
        assert_eq!(at(x, y, 900.0, 700.0).position, None, "{x} {y}");
    }
    assert_eq!(at(0.0, 30.0, 9000.0, 90.0).size, (1920.0, 480.0));
}

#[test]
fn without_a_screen_only_the_size_is_kept() {
    let place = WindowPlace {
        x: 0.0,
        y: 0.0,
        width: 1000.0,
        height: 700.0,
        maximized: true,
    };
    assert_eq!(
        fit(&place, &[]),
        Fit {
            size: (1000.0, 700.0),
            position: None
        }
    );
}

const FRAMED: (f64, f64) = (4.0, 28.0);

fn moved_to(x: f64, y: f64, width: f64, height: f64) -> WindowPlace {
    WindowPlace {
        x,
        y,
        width,
        height,
        maximized: false,
    }
}

#[test]
fn consent_window_is_centred_on_the_screen_of_the_chat_window() {
    for (x, centre) in [(100.0, (548.0, 221.0)), (2000.0, (2148.0, 178.0))] {
        let main = Screen {
            x,
            y: 50.0,
            width: 1000.0,
            height: 700.0,
        };
        let fit = fit_consent(None, Some(&main), &DESK, FRAMED);
        assert_eq!((fit.size, fit.position), (CONSENT_SIZE, Some(centre)));
    }
    let nowhere = fit_consent(None, None, &DESK, FRAMED);
    assert_eq!(nowhere.position, Some((548.0, 221.0)));
    assert_eq!(fit_consent(None, None, &[], FRAMED).position, None);
}

#[test]
fn consent_window_comes_back_to_its_place_and_into_the_work_area() {
    let back = |place: WindowPlace| fit_consent(Some(&place), Some(&DESK[0]), &DESK, FRAMED);
    let there = back(moved_to(2000.0, 100.0, 700.0, 500.0));
    assert_eq!(
        (there.size, there.position),
        ((700.0, 500.0), Some((2000.0, 100.0)))
    );
    // Partly off a screen, under its bar, or larger than it.
    let over = back(moved_to(3000.0, 800.0, 700.0, 500.0));
    assert_eq!(over.position, Some((2496.0, 496.0)));
    assert_eq!(
        back(moved_to(10.0, 0.0, 700.0, 500.0)).position,
        Some((10.0, 30.0))
    );
    let huge = back(moved_to(0.0, 30.0, 9000.0, 9000.0));
    assert_eq!(
        (huge.size, huge.position),
        ((1916.0, 1022.0), Some((0.0, 30.0)))
    );
    // Off every screen: only its size is restored, in the middle.
    let lost = back(moved_to(9000.0, 100.0, 700.0, 500.0));
    assert_eq!(
        (lost.size, lost.position),
        ((700.0, 500.0), Some((608.0, 291.0)))
    );
}

#[test]
fn consent_window_shrinks_to_a_screen_that_is_smaller() {
    let small = [Screen {
        x: 0.0,
        y: 20.0,
        width: 400.0,
        height: 300.0,
    }];
    let fit = fit_consent(None, Some(&small[0]), &small, FRAMED);
    assert_eq!(
        (fit.size, fit.position),
        ((396.0, 272.0), Some((0.0, 20.0)))
    );
}

#[test]
fn only_a_place_that_the_user_chose_is_remembered() {
    let last = LastPlace::default();
    let (ours, theirs) = (
        moved_to(100.0, 100.0, 820.0, 640.0),
        moved_to(300.0, 100.0, 820.0, 640.0),
    );
    last.put(ours, FRAMED);
    last.see(moved_to(0.0, 0.0, 820.0, 640.0));
    last.see(moved_to(101.0, 99.0, 820.0, 640.0));
    assert_eq!(last.settle(), None);
    // Before the window manager framed it.
    last.see(moved_to(102.0, 127.0, 820.0, 640.0));
    assert_eq!(last.settle(), None);
    last.see(theirs);
    assert_eq!(last.settle(), Some(theirs));
    last.see(theirs);
    assert_eq!(last.settle(), None);
    // Moving it back to the program's position is a choice of the user too.
    last.see(ours);
    assert_eq!(last.settle(), Some(ours));
}
