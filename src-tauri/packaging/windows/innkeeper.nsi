; The installer for Windows: for one user, without administrator rights. `xtask` runs it through makensis with these definitions:
;   VERSION  the version               OUT    the installer to write
;   FILES    a script with the macros InstallFiles and RemoveFiles, which name what is installed
;   LICENSE  the licence that is shown WINDOW is defined if the program with a window is among the files
; Options of the installer: /S installs without a window, /D=FOLDER (last, without quotes) chooses the folder.
; Exit codes: 0 installed, 1 cancelled, 2 failed, 3 a program of it is running.
Unicode true
ManifestDPIAware true
ManifestSupportedOS all
RequestExecutionLevel user
SetCompressor /SOLID ${COMPRESSOR}

!include MUI2.nsh
!include FileFunc.nsh
!include LogicLib.nsh
!include "${FILES}"

!define APP_ID "org.innkeeper.desktop"
!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Innkeeper"
; Windows reads the name and the icon of its notifications here.
!define NOTIFIER "Software\Classes\AppUserModelId\${APP_ID}"
!define WEBVIEW2 "https://developer.microsoft.com/microsoft-edge/webview2/"
!define WEBVIEW2_CLIENT "Microsoft\EdgeUpdate\Clients\{F3017226-FE2A-4295-8BDF-00C3A9A7E4C5}"

Name "Innkeeper"
OutFile "${OUT}"
InstallDir "$LOCALAPPDATA\Programs\Innkeeper"
InstallDirRegKey HKCU "${UNINSTALL}" "InstallLocation"
BrandingText "Innkeeper ${VERSION}"
VIProductVersion "${VERSION}.0"
VIAddVersionKey "ProductName" "Innkeeper"
VIAddVersionKey "ProductVersion" "${VERSION}"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "FileDescription" "Installer of Innkeeper"
VIAddVersionKey "LegalCopyright" "MIT or Apache-2.0"

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!insertmacro MUI_PAGE_LICENSE "${LICENSE}"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "German"

LangString RUNNING ${LANG_ENGLISH} "Innkeeper is running. Quit it, then start this program again."
LangString RUNNING ${LANG_GERMAN} "Innkeeper läuft. Beenden Sie es und starten Sie dieses Programm dann neu."
LangString NO_WEBVIEW2 ${LANG_ENGLISH} "Microsoft Edge WebView2 is missing. Innkeeper draws its windows with it. Open ${WEBVIEW2} to get it?"
LangString NO_WEBVIEW2 ${LANG_GERMAN} "Microsoft Edge WebView2 fehlt. Innkeeper zeichnet damit seine Fenster. ${WEBVIEW2} öffnen, um es zu bekommen?"
LangString KEPT ${LANG_ENGLISH} "Your data stays in $LOCALAPPDATA\innkeeper. Delete that folder if you no longer need it."
LangString KEPT ${LANG_GERMAN} "Ihre Daten bleiben in $LOCALAPPDATA\innkeeper. Löschen Sie diesen Ordner, wenn Sie ihn nicht mehr brauchen."

; Ends with code 3 if a program cannot be written, as Windows has it while the program runs.
!macro RefuseRunning FILE
  ${If} ${FileExists} "$INSTDIR\${FILE}"
    ClearErrors
    FileOpen $0 "$INSTDIR\${FILE}" a
    ${If} ${Errors}
      MessageBox MB_OK|MB_ICONSTOP "$(RUNNING)" /SD IDOK
      SetErrorLevel 3
      Quit
    ${EndIf}
    FileClose $0
  ${EndIf}
!macroend

Section
  !insertmacro RefuseRunning "innkeeper.exe"
  !insertmacro RefuseRunning "innkeeper-cli.exe"
  SetOutPath "$INSTDIR"
  SetOverwrite on
  !insertmacro InstallFiles
  WriteUninstaller "$INSTDIR\uninstall.exe"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "Innkeeper"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\innkeeper.ico"
  WriteRegStr HKCU "${UNINSTALL}" "Publisher" "Innkeeper"
  WriteRegStr HKCU "${UNINSTALL}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
  WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1
  ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
  WriteRegDWORD HKCU "${UNINSTALL}" "EstimatedSize" $0
  WriteRegStr HKCU "${NOTIFIER}" "DisplayName" "Innkeeper"
  WriteRegStr HKCU "${NOTIFIER}" "IconUri" "$INSTDIR\innkeeper.png"
!ifdef WINDOW
  CreateShortcut "$SMPROGRAMS\Innkeeper.lnk" "$INSTDIR\innkeeper.exe" "" "$INSTDIR\innkeeper.ico"
  Call OfferWebView2
!else
  ; Only the terminal program: a terminal that stays open and shows its subcommands.
  CreateShortcut "$SMPROGRAMS\Innkeeper.lnk" "$SYSDIR\cmd.exe" '/k ""$INSTDIR\innkeeper-cli.exe" --help"' "$INSTDIR\innkeeper.ico"
!endif
SectionEnd

!ifdef WINDOW
; WebView2 comes with Windows 11 and with most of Windows 10. Edge's updater notes its version for the machine or for the user.
Function OfferWebView2
  ReadRegStr $0 HKLM "SOFTWARE\WOW6432Node\${WEBVIEW2_CLIENT}" "pv"
  ${If} $0 == ""
  ${OrIf} $0 == "0.0.0.0"
    ReadRegStr $0 HKCU "Software\${WEBVIEW2_CLIENT}" "pv"
  ${EndIf}
  ${If} $0 == ""
  ${OrIf} $0 == "0.0.0.0"
    MessageBox MB_YESNO|MB_ICONEXCLAMATION "$(NO_WEBVIEW2)" /SD IDNO IDNO done
    ExecShell "open" "${WEBVIEW2}"
    done:
  ${EndIf}
FunctionEnd
!endif

; Removes what was installed, by name, and the folder if nothing else is in it. The user's data is in another folder and stays.
Section "Uninstall"
  !insertmacro RefuseRunning "innkeeper.exe"
  !insertmacro RefuseRunning "innkeeper-cli.exe"
  !insertmacro RemoveFiles
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\Innkeeper.lnk"
  DeleteRegKey HKCU "${UNINSTALL}"
  DeleteRegKey HKCU "${NOTIFIER}"
  MessageBox MB_OK|MB_ICONINFORMATION "$(KEPT)" /SD IDOK
SectionEnd
